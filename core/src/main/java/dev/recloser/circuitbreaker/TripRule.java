package dev.recloser.circuitbreaker;

import java.time.Duration;

/**
 * A condition under which a closed circuit breaker trips.
 *
 * <p>The rule itself is immutable; what it counts is in a {@link RuleWindow}, of which the breaker asks for a new
 * one whenever it closes. Rules of your own implement both. A rule that throws is reported as an event and
 * otherwise counts as not exceeded; it never changes the result of the guarded call.
 */
public interface TripRule {

  /**
   * Returns an empty window.
   *
   * @param nowNanos the reading of the breaker's time source
   */
  RuleWindow newWindow(long nowNanos);

  /** Returns whether the window needs to know how long calls take. Costs two clock readings a call. */
  default boolean timesCalls() {
    return false;
  }

  /** Returns whether the window needs to know when calls end. Costs a clock reading a call. */
  default boolean readsClock() {
    return timesCalls();
  }

  /**
   * Returns the rule that trips on failures in a row. A success starts the count anew.
   *
   * @param failures how many failures in a row trip, at least 1
   */
  static TripRule consecutiveFailures(int failures) {
    return new ConsecutiveFailuresRule(failures);
  }

  /**
   * Returns the rule that trips when the share of failed calls has reached a rate, over the last 100 calls unless
   * told otherwise.
   *
   * @param rate the share of failed calls that trips, in (0, 1]
   */
  static RateRule failureRate(double rate) {
    return RateRule.ofFailures(rate);
  }

  /**
   * Returns the rule that trips when the share of slow calls has reached a rate, over the last 100 calls unless
   * told otherwise. A call is judged when it ends, whether it failed or not.
   *
   * @param rate the share of slow calls that trips, in (0, 1]
   * @param threshold how long a call takes that is slow, or longer; positive
   */
  static RateRule slowCallRate(double rate, Duration threshold) {
    return RateRule.ofSlowCalls(rate, threshold);
  }
}
