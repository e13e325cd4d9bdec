package dev.recloser;

import dev.recloser.check.Argument;

/** Why a call has no result, so that a fallback is asked for one. */
public sealed interface FallbackReason {

  /** Returns what the caller would have been thrown. */
  Throwable cause();

  /**
   * A policy refused the call. The task has not run, or has failed before and was not let run once more.
   *
   * @param cause the refusal: who, why, and how long to wait
   */
  record Rejected(RejectedException cause) implements FallbackReason {}

  /**
   * The call did not end in time.
   *
   * @param cause who set the limit, and how long it was
   */
  record TimedOut(TimeoutExceededException cause) implements FallbackReason {}

  /**
   * The task failed.
   *
   * @param cause what it threw
   */
  record Failed(Throwable cause) implements FallbackReason {}

  /**
   * Returns the reason that an exception stands for.
   *
   * @param cause what the caller would have been thrown
   */
  static FallbackReason of(Throwable cause) {
    Argument.notNull("cause", cause);
    if (cause instanceof RejectedException rejection) {
      return new Rejected(rejection);
    }
    return cause instanceof TimeoutExceededException timeout
        ? new TimedOut(timeout)
        : new Failed(cause);
  }
}
