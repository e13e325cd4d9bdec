package dev.recloser.testkit;

import dev.recloser.CheckedSupplier;
import dev.recloser.Next;
import dev.recloser.Policy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A policy that notes how the calls end that pass it, and changes nothing.
 *
 * @param name what their notes begin with
 * @param trace where they are noted
 * @param endsLine whether each of the notes is the last of its line
 */
record TracePoint(String name, Trace trace, boolean endsLine) implements Policy {

  @Override
  public <T extends @Nullable Object, E extends Exception> T call(
      Next next, CheckedSupplier<T, E> task) throws E {
    Duration began = trace.now();
    T result;
    try {
      result = next.call(task);
    } catch (Throwable failure) {
      ended(began, failure);
      throw failure;
    }
    ended(began, null);
    return result;
  }

  @Override
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(
      Next next, CheckedSupplier<? extends CompletionStage<T>, ?> task) {
    Duration began = trace.now();
    AtomicBoolean noted = new AtomicBoolean();
    CompletableFuture<T> within = next.callAsync(task);
    CompletableFuture<T> promise = new CompletableFuture<>();
    // Noted before the promise completes, so that whoever waits for it finds the note there.
    var unused = within.whenComplete((value, failure) -> {
      endedOnce(noted, began, failure);
      if (failure == null) {
        promise.complete(value);
      } else {
        promise.completeExceptionally(Thrown.unwrapped(failure));
      }
    });
    var unusedToo = promise.whenComplete((value, failure) -> {
      endedOnce(noted, began, failure);
      within.cancel(true);
    });
    return promise;
  }

  private void endedOnce(AtomicBoolean noted, Duration began, @Nullable Throwable failure) {
    if (noted.compareAndSet(false, true)) {
      ended(began, failure);
    }
  }

  private void ended(Duration began, @Nullable Throwable failure) {
    Duration took = trace.now().minus(began);
    String end = failure == null ? "OK" : Thrown.unwrapped(failure).getClass().getSimpleName();
    String words = name + " " + end + (took.isZero() ? "" : " after " + Spans.text(took));
    trace.add(words, null, endsLine);
  }
}
