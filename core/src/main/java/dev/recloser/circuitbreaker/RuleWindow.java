package dev.recloser.circuitbreaker;

/** What a {@link TripRule} has counted since the breaker closed. Must be safe for use by many threads. */
public interface RuleWindow {

  /**
   * Records a call.
   *
   * @param failed whether it failed
   * @param durationNanos how long it took; negative when that was not measured
   * @param nowNanos when it ended, if the rule {@linkplain TripRule#readsClock reads the clock}; else meaningless
   * @return whether the call may have been the one that makes the rule exceeded, so that it must be judged now
   */
  boolean record(boolean failed, long durationNanos, long nowNanos);

  /**
   * Returns whether the breaker should trip. Changes no count.
   *
   * @param nowNanos the reading of the time source, if the rule reads the clock; else meaningless
   */
  boolean exceeded(long nowNanos);

  /**
   * Returns what has been counted. Changes nothing.
   *
   * @param nowNanos the reading of the time source, if the rule reads the clock; else meaningless
   */
  RuleSnapshot snapshot(long nowNanos);

  /**
   * Fills this window, which is empty, with what another one of the same rule had counted, as far as that can be told
   * from a reading. Does nothing unless overridden.
   *
   * @param snapshot the reading
   * @param nowNanos the reading of the time source
   */
  default void restore(RuleSnapshot snapshot, long nowNanos) {}
}
