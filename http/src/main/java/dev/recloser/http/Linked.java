package dev.recloser.http;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** A future that cancels what it comes from when it is completed from outside. */
final class Linked<T extends @Nullable Object> extends CompletableFuture<T> {

  Linked(CompletableFuture<?> source) {
    var unused = whenComplete((value, failure) -> {
      if (!source.isDone()) {
        source.cancel(true);
      }
    });
  }

  /** Returns the failure without the wrapper that futures put around it. */
  static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
