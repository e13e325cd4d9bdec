package dev.recloser.ratelimiter;

import dev.recloser.RejectedException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a rate limiter refuses a call: no permit is free, nor will be as soon as the call could wait for it.
 *
 * <p>One instance stands for all refusals of one limiter for the same reason. It has no stack trace.
 */
public final class RateLimitedException extends RejectedException {
  private static final long serialVersionUID = 1L;

  private final String reason;

  /** Absent after deserialization. */
  private final transient @Nullable Supplier<Duration> untilFree;

  RateLimitedException(String name, String reason, Supplier<Duration> untilFree) {
    super(name, false, false);
    this.reason = reason;
    this.untilFree = untilFree;
  }

  private RateLimitedException(RateLimitedException other) {
    super(other.policyName(), true, false);
    this.reason = other.reason;
    this.untilFree = other.untilFree;
  }

  /** Returns why the limiter refused, for people to read. */
  @Override
  public String reason() {
    return reason;
  }

  /**
   * Returns how long it takes until a permit is free for a call that does not wait, as of now: zero if one is free. Others
   * may take it first.
   */
  @Override
  public Optional<Duration> retryAfter() {
    return untilFree == null ? Optional.empty() : Optional.of(untilFree.get());
  }

  @Override
  public RateLimitedException ofOneCall() {
    return new RateLimitedException(this);
  }

  @Override
  public String getMessage() {
    return "rate limiter '" + policyName() + "' refused: " + reason
        + retryAfter().map(wait -> "; retry after " + wait).orElse("");
  }
}
