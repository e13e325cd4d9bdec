package dev.recloser;

import dev.recloser.check.PlainFuture;
import dev.recloser.classify.Causes;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Starts a task, and makes of whatever comes of it a future of our own. */
final class TaskStage {

  /*
   * The stage of the user is followed, never handed out: it may be of any kind, may fail with a wrapped cause, and may be
   * shared with others. The future that stands for it fails with the raw cause, and passes on its cancellation.
   */

  private TaskStage() {}

  static <T extends @Nullable Object> CompletableFuture<T> start(
      CheckedSupplier<? extends CompletionStage<T>, ?> task) {
    CompletableFuture<T> future = new CompletableFuture<>();
    try {
      CompletionStage<T> stage = task.get();
      if (stage == null) {
        throw new NullPointerException("the task returned no stage");
      }
      if (PlainFuture.hasSucceeded(stage)) {
        future.complete(stage.toCompletableFuture().join());
        return future;
      }
      stage.whenComplete((value, failure) -> follow(future, value, failure));
      if (!future.isDone()) {
        var unused = future.whenComplete((value, failure) -> cancel(stage));
      }
    } catch (Throwable failure) {
      if (failure instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      future.completeExceptionally(Causes.unwrap(failure));
    }
    return future;
  }

  private static <T extends @Nullable Object> void follow(
      CompletableFuture<T> future, T value, @Nullable Throwable failure) {
    if (failure == null) {
      future.complete(value);
    } else {
      future.completeExceptionally(Causes.unwrap(failure));
    }
  }

  /** Does nothing to a stage that has ended: the usual case. */
  private static void cancel(CompletionStage<?> stage) {
    try {
      stage.toCompletableFuture().cancel(true);
    } catch (UnsupportedOperationException e) {
      // A stage may refuse to be a future; then it cannot be cancelled, and its end is not waited
      // for.
      return;
    }
  }
}
