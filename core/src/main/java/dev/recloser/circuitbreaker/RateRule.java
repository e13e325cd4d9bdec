package dev.recloser.circuitbreaker;

import dev.recloser.check.Argument;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Trips when the share of bad calls in a window has reached a rate: {@code bad / calls >= rate}, once the window
 * holds the minimum of calls.
 *
 * <p>The window is either the last calls or the last span of time. Immutable; each setter returns a changed copy.
 */
public final class RateRule implements TripRule {

  /** In place of how long a slow call takes: failing is what is bad. */
  static final long FAILURES = Long.MIN_VALUE;

  private static final int MOST_CALLS = 1_000_000;
  private static final int DEFAULT_CALLS = 100;
  private static final int DEFAULT_MINIMUM = 20;

  private final double rate;
  private final @Nullable Duration slowThreshold;
  private final @Nullable Integer calls;
  private final @Nullable Duration span;
  private final @Nullable Integer minimum;
  private final int effectiveMinimum;
  private final long slowNanos;

  private RateRule(
      double rate,
      @Nullable Duration slowThreshold,
      @Nullable Integer calls,
      @Nullable Duration span,
      @Nullable Integer minimum) {
    this.rate = rate;
    this.slowThreshold = slowThreshold;
    this.calls = calls;
    this.span = span;
    this.minimum = minimum;
    this.slowNanos = slowThreshold == null ? FAILURES : TimeSource.saturatedNanos(slowThreshold);
    this.effectiveMinimum = minimum != null ? minimum : defaultMinimum();
    Argument.require(
        calls == null || span == null,
        toString(),
        "must have one window: overCalls or over",
        calls + " and " + span);
    if (calls != null) {
      checkMinimum();
    }
  }

  static RateRule ofFailures(double rate) {
    return new RateRule(Argument.rate("failureRate", rate), null, null, null, null);
  }

  static RateRule ofSlowCalls(double rate, Duration threshold) {
    return new RateRule(
        Argument.rate("slowCallRate", rate),
        Argument.positive("threshold", threshold),
        null,
        null,
        null);
  }

  /**
   * Takes the rate over the last calls. Default: 100 calls.
   *
   * @param calls how many calls, from 1 to 1,000,000; each takes a bit
   */
  public RateRule overCalls(int calls) {
    Argument.require(calls <= MOST_CALLS, "overCalls", "must be at most " + MOST_CALLS, calls);
    return new RateRule(
        rate, slowThreshold, Argument.atLeast(1, "overCalls", calls), span, minimum);
  }

  /**
   * Takes the rate over the last span of time, in place of the last calls. It is kept in ten slices: a call counts
   * for at most the span, and for more than nine tenths of it.
   *
   * @param span how far back, positive
   */
  public RateRule over(Duration span) {
    return new RateRule(rate, slowThreshold, calls, Argument.positive("over", span), minimum);
  }

  /**
   * Sets how many calls the window must hold before the rule can trip. Default: 20, or the size of a smaller window.
   *
   * @param calls how many calls, at least 1 and at most the window's size
   */
  public RateRule minimumCalls(int calls) {
    return new RateRule(
        rate, slowThreshold, this.calls, span, Argument.atLeast(1, "minimumCalls", calls));
  }

  /** Returns the share of bad calls that trips. */
  public double rate() {
    return rate;
  }

  @Override
  public RuleWindow newWindow(long nowNanos) {
    return span == null
        ? new CountWindow(this, windowCalls())
        : new TimeWindow(this, span, nowNanos);
  }

  @Override
  public boolean timesCalls() {
    return slowThreshold != null;
  }

  @Override
  public boolean readsClock() {
    return timesCalls() || span != null;
  }

  /** Throws unless the window can hold the minimum. */
  void checkMinimum() {
    if (span == null && minimum != null && minimum > windowCalls()) {
      Argument.require(
          false, "minimumCalls", "must be at most overCalls(" + windowCalls() + ")", minimum);
    }
  }

  boolean countsCalls() {
    return span == null;
  }

  boolean countsTheSameAs(RateRule other) {
    return Objects.equals(slowThreshold, other.slowThreshold);
  }

  /** Returns how long a slow call takes, in nanoseconds; {@link #FAILURES} if the rule is about failures. */
  long slowNanos() {
    return slowNanos;
  }

  /** Returns whether a call is bad by a rule, given its {@link #slowNanos}. */
  static boolean isBad(long slowNanos, boolean failed, long durationNanos) {
    return slowNanos == FAILURES ? failed : durationNanos >= slowNanos;
  }

  int windowCalls() {
    return calls == null ? DEFAULT_CALLS : calls;
  }

  int minimum() {
    return effectiveMinimum;
  }

  private int defaultMinimum() {
    return span == null ? Math.min(DEFAULT_MINIMUM, windowCalls()) : DEFAULT_MINIMUM;
  }

  boolean exceededBy(long bad, long held) {
    return held >= minimum() && (double) bad / held >= rate;
  }

  RuleSnapshot snapshot(long bad, long held) {
    return new RuleSnapshot(
        toString(), rate, held, Math.min(bad, held), Math.max(0, minimum() - held));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RateRule rule
        && rate == rule.rate
        && countsTheSameAs(rule)
        && Objects.equals(span, rule.span)
        && windowCalls() == rule.windowCalls()
        && minimum() == rule.minimum();
  }

  @Override
  public int hashCode() {
    return Objects.hash(rate, slowThreshold, span, windowCalls(), minimum());
  }

  @Override
  public String toString() {
    String what = slowThreshold == null
        ? "failureRate(" + rate + ")"
        : "slowCallRate(" + rate + ", " + slowThreshold + ")";
    String window = span == null ? ".overCalls(" + windowCalls() + ")" : ".over(" + span + ")";
    return what + window + ".minimumCalls(" + minimum() + ")";
  }
}
