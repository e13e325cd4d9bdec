package dev.recloser.circuitbreaker;

/**
 * A call that was reported.
 *
 * @param at when it ended
 * @param failed whether it failed
 * @param nanos how long it took
 */
record PlainCall(long at, boolean failed, long nanos) {
  /** In place of how long a slow call takes: failing is what is bad. */
  static final long FAILURES = -1;

  /** Returns whether it is bad where calls are slow that take so long, or where failing is bad. */
  boolean isBad(long slowNanos) {
    return slowNanos == FAILURES ? failed : nanos >= slowNanos;
  }
}
