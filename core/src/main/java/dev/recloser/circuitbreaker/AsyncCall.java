package dev.recloser.circuitbreaker;

import dev.recloser.CheckedSupplier;
import dev.recloser.Outcome;
import dev.recloser.classify.Causes;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A call whose result comes as a stage. */
final class AsyncCall<T extends @Nullable Object> {

  /*
   * Two may end the call: the stage, or the holder of the future that was handed out. The permit settles once, so
   * whoever comes first is what counts. A future that was completed from outside ends the stage too, if it lets itself
   * be cancelled: by the cancellation of its holder nothing is learnt, but a call cut short otherwise, by orTimeout say,
   * was too slow, and is a failure.
   */

  private final Permit permit;
  private final CompletableFuture<T> promise = new CompletableFuture<>();

  private AsyncCall(Permit permit) {
    this.permit = permit;
  }

  static <T extends @Nullable Object> CompletableFuture<T> start(
      Permit permit, CheckedSupplier<? extends CompletionStage<T>, ?> task) {
    AsyncCall<T> call = new AsyncCall<>(permit);
    call.follow(task);
    return call.promise;
  }

  private void follow(CheckedSupplier<? extends CompletionStage<T>, ?> task) {
    try {
      CompletionStage<T> stage = task.get();
      if (stage == null) {
        throw new NullPointerException("the task returned no stage");
      }
      var unused = promise.whenComplete((value, failure) -> promiseCompleted(stage));
      stage.whenComplete(this::stageCompleted);
    } catch (Throwable failure) {
      permit.failed(failure);
      promise.completeExceptionally(failure);
    }
  }

  private void stageCompleted(T value, @Nullable Throwable failure) {
    if (failure == null) {
      permit.succeeded(value);
      promise.complete(value);
    } else {
      Throwable cause = Causes.unwrap(failure);
      permit.failed(cause);
      promise.completeExceptionally(cause);
    }
  }

  private void promiseCompleted(CompletionStage<T> stage) {
    if (permit.settle(promise.isCancelled() ? Outcome.IGNORED : Outcome.FAILURE)) {
      cancel(stage);
    }
  }

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
