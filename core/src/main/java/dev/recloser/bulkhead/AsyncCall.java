package dev.recloser.bulkhead;

import dev.recloser.Call;
import dev.recloser.CheckedSupplier;
import dev.recloser.Next;
import dev.recloser.Outcome;
import dev.recloser.bulkhead.BulkheadEvent.Abandoned.Reason;
import dev.recloser.time.Timer;
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
   * When the promise is completed from outside, a call in line leaves it, one that has a permit but is still to be started
   * gives it back, and a call that runs is cancelled. What is to be cancelled is stored first and the promise looked at
   * afterwards, so that one of the two threads sees the other.
   */

  private final Gate gate;
  private final Next next;
  private final CheckedSupplier<? extends CompletionStage<T>, ?> task;
  private final Call context = Call.current();
  private final CompletableFuture<T> promise = new CompletableFuture<>();
  private final AtomicInteger unfinished = new AtomicInteger(1);

  private volatile @Nullable Waiter waiter;
  private volatile @Nullable Timer starting;
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
    try {
      gate.admit(call);
    } catch (Throwable failure) {
      call.fail(failure);
    }
    return call.promise;
  }

  Call context() {
    return context;
  }

  void waitsAs(Waiter place) {
    waiter = place;
  }

  void fail(Throwable failure) {
    promise.completeExceptionally(failure);
  }

  /** Tells what is going to start it, now that it has a permit. */
  void startsBy(Timer timer) {
    starting = timer;
    if (promise.isDone()) {
      timer.cancel();
    }
  }

  /** Takes up the permit that was handed over; true once. */
  boolean takeUp() {
    Waiter place = waiter;
    return place != null && place.takeUp();
  }

  /** Goes on with the permit that was handed over, unless it is too late. Never throws. */
  void handedOver() {
    if (!takeUp()) {
      return;
    }
    long waited = 0;
    Throwable failure;
    try {
      waited = waited();
      failure = promise.isDone() || Terms.late(context) ? tooLate(waited) : null;
    } catch (Throwable fault) {
      failure = fault;
    }
    if (failure == null) {
      start(waited);
    } else {
      gate.giveBack();
      fail(failure);
    }
  }

  private Throwable tooLate(long waited) {
    if (promise.isDone()) {
      gate.abandoned(Reason.CANCELLED, waited);
      return new CancellationException();
    }
    return gate.refused(gate.terms().waitedInVain(context), waited);
  }

  private long waited() {
    Waiter place = waiter;
    return place == null ? 0 : gate.waited(place);
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
      gate.giveBack();
      gate.finished(settle(value, failure));
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
    if (place != null) {
      leave(place);
    }
    CompletableFuture<T> within = running;
    if (within != null) {
      within.cancel(true);
    }
  }

  /** Leaves the line, or gives back the permit that it led to, if nothing has been started with it. */
  private void leave(Waiter place) {
    boolean left = place.leave();
    if (!left && place.takeUp()) {
      left = true;
      gate.giveBack();
      Timer timer = starting;
      if (timer != null) {
        timer.cancel();
      }
    }
    if (left) {
      gate.abandoned(Reason.CANCELLED, gate.waited(place));
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
