package dev.recloser;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when the calling thread is interrupted while a policy waits on its behalf. The thread's interrupt flag
 * is set again.
 */
public final class CallInterruptedException extends ResilienceException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message who waited for what
   * @param cause the last failure of the guarded call, or the interruption if there was none; may be null
   */
  public CallInterruptedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
