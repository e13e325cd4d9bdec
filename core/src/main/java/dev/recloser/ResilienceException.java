package dev.recloser;

import org.jspecify.annotations.Nullable;

/**
 * The root of what the library itself throws. It never wraps the exception of a guarded call, which reaches
 * its caller unchanged.
 */
public abstract class ResilienceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception with a stack trace.
   *
   * @param message what happened
   * @param cause what led to it, or null
   */
  protected ResilienceException(@Nullable String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /**
   * Creates an exception that may do without a stack trace.
   *
   * @param message what happened, or null where {@link #getMessage} is overridden
   * @param cause what led to it, or null
   * @param suppression whether exceptions can be suppressed into this one
   * @param stackTrace whether the stack trace is recorded
   */
  protected ResilienceException(
      @Nullable String message,
      @Nullable Throwable cause,
      boolean suppression,
      boolean stackTrace) {
    super(message, cause, suppression, stackTrace);
  }
}
