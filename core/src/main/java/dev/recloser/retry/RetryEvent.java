package dev.recloser.retry;

import dev.recloser.event.Event;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Something that a retry did. A task that succeeds at once makes no event. */
public sealed interface RetryEvent extends Event {

  /** Why a retry gave up. */
  enum Reason {
    /** The failure is of a kind that is not retried. */
    NOT_RETRYABLE,
    /** All attempts are used up. */
    NO_ATTEMPTS_LEFT,
    /** The budget has no token for another attempt. */
    NO_BUDGET_LEFT,
    /** The next attempt would start after the longest duration, or after the deadline of the call. */
    NO_TIME_LEFT,
    /** The backoff said stop. */
    STOPPED,
    /** The calling thread was interrupted. */
    INTERRUPTED,
    /** The holder of the future has cancelled or completed it. */
    CANCELLED,
    /** Code that the user gave to the retry failed. */
    CALLBACK_FAILED
  }

  /**
   * An attempt failed, and another one follows.
   *
   * @param origin when and by whom
   * @param attempt which attempt failed, from 1
   * @param delay how long until the next one
   * @param failure what the attempt threw; null if its result is what is not accepted
   */
  record Retrying(
      Origin origin, int attempt, Duration delay, @Nullable Throwable failure)
      implements RetryEvent {}

  /**
   * The task succeeded after at least one retry.
   *
   * @param origin when and by whom
   * @param attempts how many attempts it took
   */
  record Recovered(Origin origin, int attempts) implements RetryEvent {}

  /**
   * The retry ended without success.
   *
   * @param origin when and by whom
   * @param attempts how many attempts were made
   * @param reason why no other one follows
   * @param failure what the last attempt threw; null if its result is what is not accepted
   */
  record GaveUp(
      Origin origin, int attempts, Reason reason, @Nullable Throwable failure)
      implements RetryEvent {}

  /**
   * Code that the user gave to the retry failed: the retry gives up, or accepts the result that could not be judged.
   *
   * @param origin when and by whom
   * @param callback which code
   * @param fault what it threw
   */
  record CallbackFailed(Origin origin, String callback, Throwable fault) implements RetryEvent {}
}
