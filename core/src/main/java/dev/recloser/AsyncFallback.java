package dev.recloser;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Gives a future a fallback. Cancelling the future that is handed out cancels the one within. */
final class AsyncFallback<T extends @Nullable Object> {
  private final Predicate<Throwable> takesFallback;
  private final Function<FallbackReason, ? extends T> fallback;
  private final CompletableFuture<T> promise = new CompletableFuture<>();

  private AsyncFallback(
      Predicate<Throwable> takesFallback, Function<FallbackReason, ? extends T> fallback) {
    this.takesFallback = takesFallback;
    this.fallback = fallback;
  }

  static <T extends @Nullable Object> CompletableFuture<T> start(
      CompletableFuture<T> within,
      Predicate<Throwable> takesFallback,
      Function<FallbackReason, ? extends T> fallback) {
    AsyncFallback<T> call = new AsyncFallback<>(takesFallback, fallback);
    var unused = call.promise.whenComplete((value, failure) -> within.cancel(true));
    var unusedToo = within.whenComplete(call::ended);
    return call.promise;
  }

  private void ended(T value, @Nullable Throwable failure) {
    if (failure == null) {
      promise.complete(value);
    } else if (!promise.isDone()) {
      try {
        if (takesFallback.test(failure)) {
          promise.complete(fallback.apply(FallbackReason.of(failure)));
        } else {
          promise.completeExceptionally(failure);
        }
      } catch (Throwable fault) {
        promise.completeExceptionally(fault);
      }
    }
  }
}
