package dev.recloser.http;

import dev.recloser.RetryAfter;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A response whose status is a failure: what a circuit breaker is told. The caller gets the response itself.
 *
 * <p>It has no stack trace: it is not thrown.
 */
public final class HttpStatusException extends IOException implements RetryAfter {
  private static final long serialVersionUID = 1;

  private final int statusCode;
  private final @Nullable Duration retryAfter;

  HttpStatusException(int statusCode, @Nullable Duration retryAfter) {
    super("status " + statusCode);
    this.statusCode = statusCode;
    this.retryAfter = retryAfter;
  }

  /** Returns the status. */
  public int statusCode() {
    return statusCode;
  }

  /** Returns what the server's {@code Retry-After} says, if the status is 429 or 503. */
  @Override
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  @Override
  public Throwable fillInStackTrace() {
    return this;
  }
}
