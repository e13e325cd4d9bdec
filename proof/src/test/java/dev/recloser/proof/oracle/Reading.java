package dev.recloser.proof.oracle;

import dev.recloser.circuitbreaker.CircuitBreaker.State;

/**
 * What is compared after each step.
 *
 * @param permitted whether the call of this step was let through; for other steps, whether all went well
 * @param state the state
 * @param calls how many calls the window holds, or how many probes have ended; 0 in states that record nothing
 * @param failed how many of them failed
 * @param slow how many of them were slow
 * @param rated whether the failure rate is known; false in states that have none
 * @param free how many more probes would be let through; 0 unless half-open
 * @param rejected how many calls were refused since the start
 * @param opening which opening in a row this step brought about; 0 if none, or if it was by hand
 */
record Reading(
    boolean permitted,
    State state,
    long calls,
    long failed,
    long slow,
    boolean rated,
    int free,
    long rejected,
    int opening) {

  static Reading unrecorded(boolean permitted, State state, long rejected, int opening) {
    return new Reading(permitted, state, 0, 0, 0, false, 0, rejected, opening);
  }

  boolean records() {
    return state == State.CLOSED || state == State.METRICS_ONLY;
  }

  boolean isHalfOpen() {
    return state == State.HALF_OPEN;
  }

  /** Returns the reading of the same state in which a call was let through, or none asked, and the window holds this. */
  Reading withCounts(long refusals, Counts held, boolean isRated) {
    return new Reading(
        true, state, held.calls(), held.failed(), held.slow(), isRated, 0, refusals, 0);
  }

  Reading withOpening(int number) {
    return new Reading(permitted, state, calls, failed, slow, rated, free, rejected, number);
  }
}
