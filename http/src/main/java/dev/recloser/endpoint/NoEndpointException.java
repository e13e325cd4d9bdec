package dev.recloser.endpoint;

import dev.recloser.RejectedException;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a pool has no endpoint for a call: it is empty, or all endpoints are ejected, unhealthy or refused by their
 * circuit breakers. It has no stack trace.
 */
public final class NoEndpointException extends RejectedException {
  private static final long serialVersionUID = 1L;

  private final String reason;

  /** Absent after deserialization, and if nobody knows when an endpoint can be had. */
  private final transient @Nullable Return back;

  /**
   * When an endpoint can be had again.
   *
   * @param time what tells the time
   * @param from when that was found out
   * @param waitNanos how long after that
   */
  record Return(TimeSource time, long from, long waitNanos) {}

  NoEndpointException(String pool, String reason, @Nullable Return back) {
    super(pool, true, false);
    this.reason = reason;
    this.back = back;
  }

  @Override
  public String reason() {
    return reason;
  }

  /**
   * Returns how long to wait, as of now, until the first breaker lets a call through or the first ejected endpoint comes
   * back. Empty if the pool has no endpoint, or only a hand or a health check can help.
   */
  @Override
  public Optional<Duration> retryAfter() {
    if (back == null) {
      return Optional.empty();
    }
    long passed = back.time().nanoTime() - back.from();
    return Optional.of(Duration.ofNanos(Math.max(0, back.waitNanos() - passed)));
  }

  @Override
  public NoEndpointException ofOneCall() {
    return this;
  }

  @Override
  public String getMessage() {
    return "endpoint pool '" + policyName() + "' has no endpoint: " + reason
        + retryAfter()
            .filter(wait -> !wait.isZero())
            .map(wait -> "; retry after " + wait)
            .orElse("");
  }
}
