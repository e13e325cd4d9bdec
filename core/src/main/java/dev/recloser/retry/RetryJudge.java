package dev.recloser.retry;

import dev.recloser.RetryAfter;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one call that the settings of its retry cannot know: whether it may be repeated at all, or that what it
 * returned is no success.
 *
 * <p>Asked after each attempt, on the thread on which that ended. What it throws is told as an event, and ends the call
 * with what the last attempt brought.
 */
public interface RetryJudge {

  /** What follows an attempt. */
  enum Verdict {
    /** Another attempt, if attempts, time and budget are left. */
    RETRY,
    /** None: the caller gets what the attempt brought. */
    ACCEPT,
    /** What the settings of the retry say. */
    AS_CONFIGURED
  }

  /**
   * Judges a result.
   *
   * @param result the result
   */
  Verdict ofResult(@Nullable Object result);

  /**
   * Judges a failure.
   *
   * @param failure what the attempt threw, without the wrappers that futures put around it
   */
  Verdict ofFailure(Throwable failure);

  /**
   * Returns the least wait before another attempt, by what the last one brought. Unless overridden, what a
   * {@link RetryAfter} says.
   *
   * @param evidence the failure or the result
   */
  default Optional<Duration> retryAfter(@Nullable Object evidence) {
    return evidence instanceof RetryAfter hinting ? hinting.retryAfter() : Optional.empty();
  }
}
