package dev.recloser.bulkhead;

import dev.recloser.Call;
import java.time.Duration;

/** The settings in force, with the refusals that they lead to. */
final class Terms {
  private final BulkheadConfig config;
  private final BulkheadFullException full;
  private final BulkheadFullException waitedInVain;
  private final BulkheadFullException noTimeToWait;
  private final BulkheadFullException deadlinePassed;
  private final BulkheadFullException noThreadInTime;

  Terms(String name, BulkheadConfig config) {
    this.config = config;
    String allTaken = "all " + config.maxConcurrent() + " permits are taken";
    String andQueue = config.queue() == 0 ? "" : ", and all " + config.queue() + " places in line";
    this.full = new BulkheadFullException(name, config, false, allTaken + andQueue);
    this.waitedInVain = new BulkheadFullException(
        name, config, true, "no permit came free within " + config.maxWait().orElse(Duration.ZERO));
    this.noTimeToWait = new BulkheadFullException(
        name, config, false, allTaken + ", and the deadline leaves no time to wait");
    this.deadlinePassed = new BulkheadFullException(
        name, config, true, "no permit came free before the deadline of the call");
    this.noThreadInTime = new BulkheadFullException(
        name, config, true, "no thread came free before the deadline of the call");
  }

  BulkheadConfig config() {
    return config;
  }

  int queue() {
    return config.queue();
  }

  /** Returns how long a call may wait; not positive if it may not. */
  Duration longestWait(Call call) {
    Duration remaining = call.remaining();
    Duration maxWait = config.maxWait().orElse(Duration.ZERO);
    return maxWait.compareTo(remaining) <= 0 ? maxWait : remaining;
  }

  /** Returns the refusal of a call that finds no place in line. */
  BulkheadFullException full() {
    return full;
  }

  /** Returns the refusal of a call that has no time to wait. */
  BulkheadFullException noTimeToWait() {
    return noTimeToWait;
  }

  /** Returns the refusal of a call that has waited in vain. */
  BulkheadFullException waitedInVain(Call call) {
    return late(call) ? deadlinePassed : waitedInVain;
  }

  /** Returns the refusal of a call that has a permit, but got no thread in time. */
  BulkheadFullException noThreadInTime() {
    return noThreadInTime;
  }

  /** Returns whether the call should have ended by now. */
  static boolean late(Call call) {
    return call.remaining().isZero();
  }
}
