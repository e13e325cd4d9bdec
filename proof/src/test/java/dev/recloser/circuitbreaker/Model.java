package dev.recloser.circuitbreaker;

import java.time.Duration;
import java.util.List;

/**
 * A breaker small enough that all it can ever do can be tried.
 *
 * @param name what the report calls it
 * @param permits how many permits may be out at once
 * @param settings the settings
 * @param others the settings that a reconfiguration changes to and back from; the same for none
 * @param heard whether listeners, one of which throws at every event, are there; without them calls take the plain path
 * @param byHand whether the states are also set by hand
 * @param mostCalls how many calls a time window may hold; no more are made while it holds as many
 * @param tick how far time moves at once
 */
record Model(
    String name,
    int permits,
    Settings settings,
    Settings others,
    boolean heard,
    boolean byHand,
    int mostCalls,
    Duration tick) {

  /** Time moves by this. All spans are a few of it, so that each has an instant just before its end, and one at it. */
  private static final Duration TICK = Duration.ofMinutes(15);

  static final Duration SLOW = TICK;
  private static final Duration RAMP = TICK.multipliedBy(2);

  /** Doubled once it is as long as leases get, so that few lengths occur. */
  private static final Duration LEASE = TICK.multipliedBy(2);

  /** As long as doubling makes any lease. */
  static final Duration LONG_LEASE = Duration.ofHours(1);

  /** Makes settings for a breaker of one world, which has the health checks. */
  interface Settings {
    CircuitBreakerConfig.Builder on(CircuitBreakerConfig.Builder builder, World world);
  }

  /** Returns the models; a larger size lets more calls, probes and permits be there at once. */
  static List<Model> all(int size) {
    int more = size - 1;
    TripRule rate = TripRule.failureRate(0.5).overCalls(3 + more).minimumCalls(2);
    TripRule run = TripRule.consecutiveFailures(2);
    TripRule timed = TripRule.failureRate(0.5).over(Duration.ofNanos(3)).minimumCalls(2);
    TripRule slow = TripRule.slowCallRate(1, SLOW).overCalls(2);
    Recovery inARow = Recovery.consecutive(2 + more).lease(LEASE);
    Recovery probes = Recovery.probes(2 + more).lease(LEASE);
    Recovery oneProbe = Recovery.probes(1).lease(LONG_LEASE);
    return List.of(
        of("successes in a row", 3, (b, w) -> b.tripWhen(run).recovery(inARow)),
        of("probes", 3, (b, w) -> b.tripWhen(rate).recovery(probes)),
        of("lenient probes", size, (b, w) -> b.tripWhen(run).recovery(probes.failureRate(1))),
        of("nobody listens", size, (b, w) -> b.tripWhen(run).recovery(inARow))
            .unheard()
            .handled(),
        of("set by hand", size, (b, w) -> b.tripWhen(run).recovery(probes)).handled(),
        of("reconfigured", size, (b, w) -> b.tripWhen(rate).recovery(probes))
            .or((b, w) -> b.tripWhen(TripRule.failureRate(1).overCalls(2)).recovery(inARow)),
        of("timer", 2, (b, w) -> b.tripWhen(run).recovery(probes).eagerHalfOpen(true)),
        of("time window", 1, (b, w) -> b.tripWhen(timed).recovery(oneProbe)).atMost(2 + size),
        of("slow calls", 2, (b, w) -> b.tripWhen(slow).recovery(probes)),
        of("ramp-up", size, (b, w) -> b.tripWhen(run).recovery(oneProbe.rampUp(RAMP, 0.5))),
        of(
                "health check",
                1,
                (b, w) ->
                    b.tripWhen(run).recovery(Recovery.healthCheck(w::check).lease(LEASE)))
            .handled());
  }

  private static Model of(String name, int permits, Settings settings) {
    return new Model(name, permits, settings, settings, true, false, Integer.MAX_VALUE, TICK);
  }

  private Model unheard() {
    return new Model(name, permits, settings, others, false, byHand, mostCalls, tick);
  }

  private Model handled() {
    return new Model(name, permits, settings, others, heard, true, mostCalls, tick);
  }

  private Model or(Settings changed) {
    return new Model(name, permits, settings, changed, heard, byHand, mostCalls, tick);
  }

  /** A window of three slices of a nanosecond each: the shortest that has more than one. */
  private Model atMost(int calls) {
    return new Model(name, permits, settings, others, heard, byHand, calls, Duration.ofNanos(1));
  }

  Duration cooldown() {
    return tick.multipliedBy(2);
  }

  boolean manyStates() {
    return heard && (byHand || reconfigures());
  }

  boolean reconfigures() {
    return settings != others;
  }

  @Override
  public String toString() {
    return name;
  }
}
