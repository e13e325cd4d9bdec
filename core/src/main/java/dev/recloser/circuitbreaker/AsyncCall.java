package dev.recloser.circuitbreaker;

import dev.recloser.Call;
import dev.recloser.CheckedSupplier;
import dev.recloser.Deadline;
import dev.recloser.Next;
import dev.recloser.Outcome;
import dev.recloser.check.PlainFuture;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A call whose result comes as a stage. */
final class AsyncCall<T extends @Nullable Object> {

  /*
   * Two may end the call: what lies within, or the holder of the future that was handed out. The permit settles once, so
   * whoever comes first is what counts. A future that was completed from outside ends what runs too. By a cancellation
   * nothing is learnt; but a call that was cut short otherwise, by orTimeout say, or cancelled since its deadline has
   * passed, was too slow, and is a failure.
   *
   * What has succeeded before there is a future to hand out can no longer be ended from outside, and needs none of this.
   */

  private final Permit permit;
  private final @Nullable Deadline deadline = Call.current().deadline().orElse(null);
  private final CompletableFuture<T> promise = new CompletableFuture<>();

  private AsyncCall(Permit permit) {
    this.permit = permit;
  }

  static <T extends @Nullable Object> CompletableFuture<T> start(
      Permit permit, Next next, CheckedSupplier<? extends CompletionStage<T>, ?> task) {
    CompletableFuture<T> within = next.callAsync(task);
    if (PlainFuture.hasSucceeded(within)) {
      try {
        T value = within.join();
        permit.succeeded(value);
        return CompletableFuture.completedFuture(value);
      } catch (Throwable fault) {
        // A future of a kind of its own: it is followed as one that has not ended. So is one whose
        // success could not be taken in, and its value comes all the same.
      }
    }
    AsyncCall<T> call = new AsyncCall<>(permit);
    var unused = call.promise.whenComplete((value, failure) -> call.promiseCompleted(within));
    var unusedToo = within.whenComplete(call::ended);
    return call.promise;
  }

  private void ended(T value, @Nullable Throwable failure) {
    try {
      settle(value, failure);
    } finally {
      if (failure == null) {
        promise.complete(value);
      } else {
        promise.completeExceptionally(failure);
      }
    }
  }

  private void settle(T value, @Nullable Throwable failure) {
    if (failure == null) {
      permit.succeeded(value);
    } else {
      permit.failed(failure);
    }
  }

  private void promiseCompleted(CompletableFuture<T> within) {
    boolean tooSlow = !promise.isCancelled() || (deadline != null && deadline.hasPassed());
    if (permit.settle(tooSlow ? Outcome.FAILURE : Outcome.IGNORED)) {
      within.cancel(true);
    }
  }
}
