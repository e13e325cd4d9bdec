package dev.recloser.circuitbreaker;

import dev.recloser.RejectedException;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a circuit breaker refuses a call: it is open, or half-open with all its probes out.
 *
 * <p>One instance stands for all refusals between two changes of the breaker's state. It has no stack trace unless
 * the breaker was built with {@link CircuitBreakerSettings#rejectionStackTraces}.
 */
public final class CircuitOpenException extends RejectedException {
  private static final long serialVersionUID = 1L;

  private final CircuitBreaker.State state;
  private final String reason;

  /** Absent after deserialization, as is what it is asked for. */
  private final transient @Nullable Source source;

  private final transient @Nullable Refusal refusal;

  /**
   * What the refusals of one breaker share.
   *
   * @param name the breaker's name
   * @param time what the breaker runs on
   */
  record Source(String name, TimeSource time) {}

  CircuitOpenException(Source source, Refusal refusal, CircuitBreaker.State state, String reason) {
    super(source.name(), false, false);
    this.source = source;
    this.refusal = refusal;
    this.state = state;
    this.reason = reason;
  }

  private CircuitOpenException(CircuitOpenException other, boolean stackTrace) {
    super(other.policyName(), true, stackTrace);
    this.source = other.source;
    this.refusal = other.refusal;
    this.state = other.state;
    this.reason = other.reason;
  }

  /** Returns the state that the breaker was in. */
  public CircuitBreaker.State state() {
    return state;
  }

  /** Returns why the breaker is in this state, for people to read. */
  @Override
  public String reason() {
    return reason;
  }

  /** Returns the rule that tripped the breaker, as it stood then; empty if the probes or a hand did. */
  public Optional<RuleSnapshot> trippedBy() {
    return refusal == null ? Optional.empty() : Optional.ofNullable(refusal.trippedBy());
  }

  /**
   * Returns how long to wait, as of now: until the cooldown ends; half-open, until the earliest lease of a probe ends.
   * Empty when the breaker was forced open.
   */
  @Override
  public Optional<Duration> retryAfter() {
    return source == null || refusal == null
        ? Optional.empty()
        : refusal.retryAfter(source.time().nanoTime());
  }

  @Override
  public CircuitOpenException ofOneCall() {
    return new CircuitOpenException(this, false);
  }

  CircuitOpenException withStackTrace() {
    return new CircuitOpenException(this, true);
  }

  @Override
  public String getMessage() {
    return "circuit breaker '" + policyName() + "' is " + state + ": " + reason
        + retryAfter()
            .filter(wait -> !wait.isZero())
            .map(wait -> "; retry after " + wait)
            .orElse("");
  }
}
