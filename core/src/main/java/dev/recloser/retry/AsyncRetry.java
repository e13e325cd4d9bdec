package dev.recloser.retry;

import dev.recloser.Call;
import dev.recloser.CheckedSupplier;
import dev.recloser.Next;
import dev.recloser.retry.RetryEvent.Reason;
import dev.recloser.time.TimeSource;
import dev.recloser.time.Timer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The attempts of one call whose results come as stages. */
final class AsyncRetry<T extends @Nullable Object> {

  /*
   * Attempts follow one another, each started by the end of the one before, through a timer even when the delay is zero:
   * so a task that fails at once does not grow the stack. All that can be going on is one stage or one timer. When the
   * future that was handed out is completed from outside, both are cancelled; each is stored first and the future looked
   * at afterwards, so that one of the two threads sees the other.
   */

  private final Next next;
  private final CheckedSupplier<? extends CompletionStage<T>, ?> task;
  private final Attempts attempts;
  private final TimeSource time;
  private final CompletableFuture<T> promise = new CompletableFuture<>();

  private volatile @Nullable CompletableFuture<T> running;
  private volatile @Nullable Timer waiting;

  private AsyncRetry(
      Next next,
      CheckedSupplier<? extends CompletionStage<T>, ?> task,
      Attempts attempts,
      TimeSource time) {
    this.next = next;
    this.task = task;
    this.attempts = attempts;
    this.time = time;
  }

  static <T extends @Nullable Object> CompletableFuture<T> start(
      Next next,
      CheckedSupplier<? extends CompletionStage<T>, ?> task,
      Attempts attempts,
      TimeSource time) {
    AsyncRetry<T> retry = new AsyncRetry<>(next, task, attempts, time);
    var unused = retry.promise.whenComplete((value, failure) -> retry.promiseCompleted());
    retry.attempt();
    return retry.promise;
  }

  private void attempt() {
    if (promise.isDone()) {
      return;
    }
    Call outer = Call.enter(attempts.call());
    CompletableFuture<T> within;
    try {
      within = next.callAsync(task);
    } finally {
      Call.enter(outer);
    }
    running = within;
    cancelIfDone();
    var unused = within.whenComplete(this::attemptEnded);
  }

  private void nextAttempt(@Nullable T lastValue, @Nullable Throwable lastFailure) {
    if (promise.isDone()) {
      return;
    }
    try {
      if (attempts.startNext()) {
        attempt();
      } else {
        last(lastValue, lastFailure);
      }
    } catch (Throwable fault) {
      complete(lastValue, fault);
    }
  }

  private void attemptEnded(@Nullable T value, @Nullable Throwable failure) {
    if (promise.isDone()) {
      return;
    }
    try {
      if (failure == null && !attempts.rejectsResult(value)) {
        attempts.succeeded();
        complete(value, null);
        return;
      }
      Duration delay = attempts.next(failure, value);
      if (delay == null) {
        last(value, failure);
      } else {
        waiting = time.schedule(delay, () -> nextAttempt(value, failure));
        cancelIfDone();
      }
    } catch (Throwable fault) {
      attempts.end(Reason.CALLBACK_FAILED);
      if (failure != null && failure != fault) {
        fault.addSuppressed(failure);
      }
      complete(value, fault);
    }
  }

  private void last(@Nullable T value, @Nullable Throwable failure) {
    complete(value, failure == null ? null : attempts.toThrow(failure));
  }

  @SuppressWarnings("NullAway") // A value is null only where T allows it, or beside a failure.
  private void complete(@Nullable T value, @Nullable Throwable failure) {
    if (failure == null) {
      promise.complete(value);
    } else {
      promise.completeExceptionally(failure);
    }
  }

  private void promiseCompleted() {
    if (attempts.end(Reason.CANCELLED)) {
      cancel();
    }
  }

  private void cancelIfDone() {
    if (promise.isDone()) {
      cancel();
    }
  }

  private void cancel() {
    Timer timer = waiting;
    if (timer != null) {
      timer.cancel();
    }
    CompletableFuture<T> within = running;
    if (within != null) {
      within.cancel(true);
    }
  }
}
