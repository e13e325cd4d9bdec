package dev.recloser.timeout;

import dev.recloser.time.Timer;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A call whose result comes as a future, and the timer that may end it. Whoever completes the promise first wins. */
final class AsyncTimeout<T extends @Nullable Object> {
  private final CompletableFuture<T> within;
  private final Runnable onTimeout;
  private final CompletableFuture<T> promise = new CompletableFuture<>();

  AsyncTimeout(CompletableFuture<T> within, Runnable onTimeout) {
    this.within = within;
    this.onTimeout = onTimeout;
  }

  CompletableFuture<T> promise() {
    return promise;
  }

  /** Ends the call, if it has not ended. */
  void fire(Throwable failure) {
    if (promise.completeExceptionally(failure)) {
      onTimeout.run();
    }
  }

  void follow(Timer timer) {
    var unused = promise.whenComplete((value, failure) -> {
      timer.cancel();
      within.cancel(true);
    });
    var unusedToo = within.whenComplete(this::ended);
  }

  private void ended(T value, @Nullable Throwable failure) {
    if (failure == null) {
      promise.complete(value);
    } else {
      promise.completeExceptionally(failure);
    }
  }
}
