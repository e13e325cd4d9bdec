package dev.recloser.timeout;

import dev.recloser.time.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A call whose result comes as a future, and the timer that may end it. Whoever comes first wins. */
final class AsyncTimeout<T extends @Nullable Object> {
  private final CompletableFuture<T> within;
  private final Runnable onTimeout;
  private final CompletableFuture<T> promise = new CompletableFuture<>();
  private final AtomicBoolean ended = new AtomicBoolean();

  AsyncTimeout(CompletableFuture<T> within, Runnable onTimeout) {
    this.within = within;
    this.onTimeout = onTimeout;
  }

  CompletableFuture<T> promise() {
    return promise;
  }

  /**
   * Ends the call, if it has not ended. Those who wait for it go on last: what they may want by then has been told, and what
   * the call held has been given back.
   */
  void fire(Throwable failure) {
    if (!promise.isDone() && ended.compareAndSet(false, true)) {
      try {
        onTimeout.run();
        within.cancel(true);
      } finally {
        promise.completeExceptionally(failure);
      }
    }
  }

  void follow(Timer timer) {
    var unused = promise.whenComplete((value, failure) -> {
      timer.cancel();
      within.cancel(true);
    });
    var unusedToo = within.whenComplete(this::withinEnded);
  }

  private void withinEnded(T value, @Nullable Throwable failure) {
    if (!ended.compareAndSet(false, true)) {
      return;
    }
    if (failure == null) {
      promise.complete(value);
    } else {
      promise.completeExceptionally(failure);
    }
  }
}
