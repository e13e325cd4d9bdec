package dev.recloser;

import java.time.Duration;

/** Thrown when a call did not end in time. The guarded code has been interrupted or cancelled, and may have done its work; if no time was left, it has not run. */
public final class TimeoutExceededException extends ResilienceException {
  private static final long serialVersionUID = 1L;

  private final String policyName;
  private final Duration timeout;

  /**
   * Creates an exception.
   *
   * @param policyName the name of the policy that set the limit
   * @param timeout how long the call was given
   */
  public TimeoutExceededException(String policyName, Duration timeout) {
    super("'" + policyName + "' did not end within " + timeout, null);
    this.policyName = policyName;
    this.timeout = timeout;
  }

  /** Returns the name of the policy that set the limit. */
  public String policyName() {
    return policyName;
  }

  /** Returns how long the call was given. */
  public Duration timeout() {
    return timeout;
  }
}
