package dev.recloser.circuitbreaker;

/**
 * What a breaker tells of itself before or after a step.
 *
 * @param epoch its epoch
 * @param picture all that decides what it will do
 * @param snapshot what it shows
 * @param events how many events were heard so far
 * @param admits whether it says that a call would pass
 */
record Reading(
    Epoch epoch, String picture, CircuitBreakerSnapshot snapshot, int events, boolean admits) {

  static Reading of(World world) {
    return new Reading(
        world.breaker.epoch(),
        Picture.ofBreaker(world),
        world.breaker.snapshot(),
        world.events.size(),
        world.breaker.admits());
  }

  /** Returns the change of the lifetime counters since another reading, as text. */
  String countedSince(Reading before) {
    return counted(
        snapshot.failures() - before.snapshot.failures(),
        snapshot.rejected() - before.snapshot.rejected(),
        snapshot.ignored() - before.snapshot.ignored(),
        snapshot.stragglers() - before.snapshot.stragglers());
  }

  static String counted(long failures, long rejected, long ignored, long stragglers) {
    return failures + " failed, " + rejected + " rejected, " + ignored + " ignored, " + stragglers
        + " stragglers";
  }
}
