package dev.recloser.bulkhead;

import dev.recloser.Call;
import dev.recloser.CheckedSupplier;
import dev.recloser.Next;
import dev.recloser.Outcome;
import dev.recloser.bulkhead.BulkheadEvent.Abandoned.Reason;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A call whose result comes as a stage. */
final class AsyncCall<T extends @Nullable Object> {

  /*
   * The caller has a promise, which may be completed before the work has ended: by the caller, or by a policy further in
   * that gave up. The permit is held by the work. It has several parts: what the policies further in make of the task, and
   * each stage that the task itself returned, which may go on after those have given up. The permit goes back when the
   * last part has ended. Of a stage that ends in the usual way its own part ends first, so the permit is back before the
   * caller sees the result, and a caller that goes on at once is not refused because of itself.
   *
   * When the promise is completed from outside, a call in line leaves it, and a call that runs is cancelled. What is to be
   * cancelled is stored first and the promise looked at afterwards, so that one of the two threads sees the other.
   */

  private final Gate gate;
  private final Next next;
  private final CheckedSupplier<? extends CompletionStage<T>, ?> task;
  private final Call context = Call.current();
  private final CompletableFuture<T> promise = new CompletableFuture<>();
  private final AtomicInteger unfinished = new AtomicInteger(1);

  private volatile @Nullable Waiter waiter;
  private volatile @Nullable CompletableFuture<T> running;
  private volatile Outcome outcome = Outcome.IGNORED;

  private AsyncCall(Gate gate, Next next, CheckedSupplier<? extends CompletionStage<T>, ?> task) {
    this.gate = gate;
    this.next = next;
    this.task = task;
  }

  static <T extends @Nullable Object> CompletableFuture<T> begin(
      Gate gate, Next next, CheckedSupplier<? extends CompletionStage<T>, ?> task) {
    AsyncCall<T> call = new AsyncCall<>(gate, next, task);
    var unused = call.promise.whenComplete((value, failure) -> call.promiseCompleted());
    gate.admit(call);
    return call.promise;
  }

  Call context() {
    return context;
  }

  void waitsAs(Waiter place) {
    waiter = place;
  }

  void refuse(BulkheadFullException refusal) {
    promise.completeExceptionally(refusal);
  }

  void fail(Throwable failure) {
    promise.completeExceptionally(failure);
  }

  /** Goes on with the permit that was handed over. */
  void handedOver() {
    Waiter place = waiter;
    long waited = place == null ? 0 : gate.waited(place);
    if (promise.isDone()) {
      Starts.run(gate.release());
      gate.abandoned(Reason.CANCELLED, waited);
    } else if (Terms.late(context)) {
      Starts.run(gate.release());
      refuse(gate.refused(gate.terms().waitedInVain(context), waited));
    } else {
      start(waited);
    }
  }

  /** Starts what lies within, with a permit. Never throws. */
  void start(long waitedNanos) {
    CompletableFuture<T> within;
    try {
      gate.announcer().admitted(waitedNanos);
      within = startWithin();
    } catch (Throwable failure) {
      within = CompletableFuture.failedFuture(failure);
    }
    running = within;
    if (promise.isDone()) {
      within.cancel(true);
    }
    var unused = within.whenComplete(this::withinEnded);
  }

  private CompletableFuture<T> startWithin() {
    Call before = Call.enter(context);
    try {
      return next.callAsync(this::startTask);
    } finally {
      Call.enter(before);
    }
  }

  private CompletionStage<T> startTask() throws Exception {
    beginPart();
    try {
      CompletionStage<T> stage = task.get();
      if (stage == null) {
        throw new NullPointerException("the task returned no stage");
      }
      return follow(stage);
    } catch (Throwable failure) {
      partEnded();
      throw failure;
    }
  }

  private CompletionStage<T> follow(CompletionStage<T> stage) {
    CompletableFuture<T> followed = new CompletableFuture<>();
    stage.whenComplete((value, failure) -> stageEnded(followed, value, failure));
    if (!followed.isDone()) {
      var unused = followed.whenComplete((value, failure) -> cancel(stage));
    }
    return followed;
  }

  private void stageEnded(CompletableFuture<T> followed, T value, @Nullable Throwable failure) {
    partEnded();
    complete(followed, value, failure);
  }

  private void withinEnded(T value, @Nullable Throwable failure) {
    if (unfinished.compareAndSet(1, 0)) {
      List<Runnable> admitted = gate.release();
      gate.finished(settle(value, failure), admitted);
    } else {
      outcome = settle(value, failure);
      partEnded();
    }
  }

  /** An attempt that was about to start when its retry was cancelled must not run without the permit. */
  private void beginPart() {
    if (unfinished.getAndUpdate(parts -> parts == 0 ? 0 : parts + 1) == 0) {
      throw new CancellationException("the call has ended");
    }
  }

  private Outcome settle(T value, @Nullable Throwable failure) {
    if (!complete(promise, value, failure)) {
      return Outcome.IGNORED;
    }
    return failure == null ? Outcome.SUCCESS : Outcome.FAILURE;
  }

  private void partEnded() {
    if (unfinished.decrementAndGet() == 0) {
      gate.leave(outcome);
    }
  }

  private void promiseCompleted() {
    Waiter place = waiter;
    if (place != null && place.leave()) {
      gate.abandoned(Reason.CANCELLED, gate.waited(place));
    }
    CompletableFuture<T> within = running;
    if (within != null) {
      within.cancel(true);
    }
  }

  private static <T extends @Nullable Object> boolean complete(
      CompletableFuture<T> future, T value, @Nullable Throwable failure) {
    return failure == null ? future.complete(value) : future.completeExceptionally(failure);
  }

  /** Does nothing to a stage that has ended: the usual case. */
  private static void cancel(CompletionStage<?> stage) {
    try {
      stage.toCompletableFuture().cancel(true);
    } catch (UnsupportedOperationException e) {
      // A stage may refuse to be a future; then it cannot be cancelled, and keeps the permit until
      // it ends.
      return;
    }
  }
}
