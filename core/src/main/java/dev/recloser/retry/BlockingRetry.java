package dev.recloser.retry;

import dev.recloser.Call;
import dev.recloser.CallInterruptedException;
import dev.recloser.CheckedSupplier;
import dev.recloser.Next;
import dev.recloser.retry.RetryEvent.Reason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The attempts after the first one, on the calling thread, which sleeps in between. */
final class BlockingRetry<T extends @Nullable Object, E extends Exception> {
  private final Retry retry;
  private final Next next;
  private final CheckedSupplier<T, E> task;
  private final Attempts attempts;

  BlockingRetry(Retry retry, Next next, CheckedSupplier<T, E> task, Attempts attempts) {
    this.retry = retry;
    this.next = next;
    this.task = task;
    this.attempts = attempts;
  }

  /** Goes on after the first attempt had no success. */
  @SuppressWarnings("NullAway") // The result is null only where T allows it, or beside a failure.
  T goOn(@Nullable Throwable firstFailure, @Nullable T firstResult) throws E {
    Throwable failure = firstFailure;
    T result = firstResult;
    while (true) {
      Duration delay = attempts.next(failure, result);
      if (delay == null) {
        return last(attempts, failure, result);
      }
      sleep(delay, failure);
      if (!attempts.startNext()) {
        return last(attempts, failure, result);
      }
      Call outer = Call.enter(attempts.call());
      try {
        result = next.call(task);
        failure = null;
      } catch (Throwable thrown) {
        failure = thrown;
        result = null;
      } finally {
        Call.enter(outer);
      }
      if (failure == null && !attempts.rejectsResult(result)) {
        attempts.succeeded();
        return result;
      }
    }
  }

  // E has another bound here than in the class: what is thrown may be an error.
  @SuppressWarnings("unchecked") // The task throws E, or what is unchecked.
  private static <T extends @Nullable Object, E extends Throwable> T last(
      Attempts attempts, @Nullable Throwable failure, T result) throws E {
    if (failure == null) {
      return result;
    }
    if (failure instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    throw (E) attempts.toThrow(failure);
  }

  private void sleep(Duration delay, @Nullable Throwable failure) {
    try {
      retry.config().timeSource().sleep(delay);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      attempts.end(Reason.INTERRUPTED);
      throw new CallInterruptedException(
          "retry '" + retry.name() + "' was interrupted before attempt " + (attempts.attempt() + 1),
          failure == null ? e : failure);
    }
  }
}
