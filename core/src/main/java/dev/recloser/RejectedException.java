package dev.recloser;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a policy refuses a call. The guarded code has not run.
 *
 * <p>A refusal is control flow, and thrown often: unless a policy is asked for stack traces, the instance has
 * none, takes no suppressed exceptions, and is shared by all callers refused for the same reason.
 */
public abstract class RejectedException extends ResilienceException implements RetryAfter {
  private static final long serialVersionUID = 1L;

  private final String policyName;

  /**
   * Creates a refusal.
   *
   * @param policyName the name of the policy that refused
   * @param ofOneCall whether it belongs to one call, and so may take suppressed exceptions
   * @param stackTrace whether the stack trace is recorded
   */
  protected RejectedException(String policyName, boolean ofOneCall, boolean stackTrace) {
    super(null, null, ofOneCall, stackTrace);
    this.policyName = policyName;
  }

  /** Returns the name of the policy that refused. */
  public final String policyName() {
    return policyName;
  }

  /** Returns why the call was refused, for people to read. */
  public abstract String reason();

  /**
   * Returns how long it makes sense to wait before the next call, as of now; empty when only a hand can lift
   * the refusal.
   */
  @Override
  public abstract Optional<Duration> retryAfter();

  /** Returns an equal refusal that belongs to one call, so that exceptions can be suppressed into it. */
  public abstract RejectedException ofOneCall();

  @Override
  public @Nullable String getMessage() {
    return reason();
  }
}
