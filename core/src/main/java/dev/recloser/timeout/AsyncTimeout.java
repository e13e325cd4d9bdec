package dev.recloser.timeout;

import dev.recloser.check.Urgent;
import dev.recloser.time.TimeSource;
import dev.recloser.time.Timer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A call whose result comes as a future, and the timer that may end it. Whoever comes first wins. */
final class AsyncTimeout<T extends @Nullable Object> {
  private static final Duration PATIENCE = Duration.ofMillis(10);

  private final CompletableFuture<T> within;
  private final TimeSource time;
  private final Runnable onTimeout;
  private final CompletableFuture<T> promise = new CompletableFuture<>();
  private final AtomicBoolean ended = new AtomicBoolean();

  AsyncTimeout(CompletableFuture<T> within, TimeSource time, Runnable onTimeout) {
    this.within = within;
    this.time = time;
    this.onTimeout = onTimeout;
  }

  CompletableFuture<T> promise() {
    return promise;
  }

  /**
   * Ends the call, if it has not ended. Those who wait for it go on last: what they may want by then has been told, and what
   * the call held has been given back. But they do not wait for long: a listener may block, and so may code of the stage's owner
   * that runs when it is cancelled, or it may wait for them.
   */
  void fire(Throwable failure) {
    if (promise.isDone() || !ended.compareAndSet(false, true)) {
      return;
    }
    Timer patience = null;
    try {
      patience = time.schedule(PATIENCE, (Urgent) () -> promise.completeExceptionally(failure));
      onTimeout.run();
    } finally {
      try {
        within.cancel(true);
      } finally {
        promise.completeExceptionally(failure);
        if (patience != null) {
          patience.cancel();
        }
      }
    }
  }

  void follow(Timer timer) {
    var unused = promise.whenComplete((value, failure) -> {
      if (!ended.get()) {
        giveUp(timer);
      }
    });
    var unusedToo = within.whenComplete((value, failure) -> withinEnded(timer, value, failure));
  }

  /** The caller has ended its future. */
  private void giveUp(Timer timer) {
    try {
      timer.cancel();
    } finally {
      within.cancel(true);
    }
  }

  private void withinEnded(Timer timer, T value, @Nullable Throwable failure) {
    if (!ended.compareAndSet(false, true)) {
      return;
    }
    try {
      timer.cancel();
    } finally {
      if (failure == null) {
        promise.complete(value);
      } else {
        promise.completeExceptionally(failure);
      }
    }
  }
}
