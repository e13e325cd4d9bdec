package dev.recloser.cli.replay;

/**
 * One call that was made, as a line tells of it.
 *
 * @param startNanos when it started
 * @param durationNanos how long it took
 * @param outcome how it ended
 * @param logNanos the time that its line carries, by which the order of lines is judged
 */
record RecordedCall(long startNanos, long durationNanos, RecordedOutcome outcome, long logNanos) {

  /** Returns a call whose line carries the time of its start. */
  static RecordedCall startedAt(long startNanos, long durationNanos, RecordedOutcome outcome)
      throws BadLineException {
    requireNotNegative(durationNanos);
    requireInRange(startNanos + durationNanos);
    return new RecordedCall(startNanos, durationNanos, outcome, startNanos);
  }

  /** Returns a call whose line carries the time of its end. */
  static RecordedCall endedAt(long endNanos, long durationNanos, RecordedOutcome outcome)
      throws BadLineException {
    requireNotNegative(durationNanos);
    requireInRange(endNanos - durationNanos);
    return new RecordedCall(endNanos - durationNanos, durationNanos, outcome, endNanos);
  }

  private static void requireNotNegative(long durationNanos) throws BadLineException {
    if (durationNanos < 0) {
      throw new BadLineException(
          "a duration must not be negative, but was " + TimeText.millis(durationNanos) + " ms");
    }
  }

  private static void requireInRange(long nanos) throws BadLineException {
    if (nanos > Nanos.MAX || nanos < -Nanos.MAX) {
      throw new BadLineException("the call's time and duration together are out of range");
    }
  }
}
