package dev.recloser.ratelimiter;

import dev.recloser.Call;
import dev.recloser.CheckedSupplier;
import dev.recloser.Next;
import dev.recloser.time.Timer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A call that waits for its permit without a thread, and then runs. */
final class AsyncWait<T extends @Nullable Object> {

  /*
   * The wait ends once: by the timer, or by the holder of the future that was handed out, who gets the permit given back.
   * Later on the holder ends what runs: it is stored first and the future looked at afterwards, so that one of the two
   * threads sees the other.
   */

  private final Gate gate;
  private final Reservation reservation;
  private final Next next;
  private final CheckedSupplier<? extends CompletionStage<T>, ?> task;
  private final Call call = Call.current();
  private final AtomicBoolean waited = new AtomicBoolean();
  private final CompletableFuture<T> promise = new CompletableFuture<>();

  private volatile @Nullable CompletableFuture<T> running;

  private AsyncWait(
      Gate gate,
      Reservation reservation,
      Next next,
      CheckedSupplier<? extends CompletionStage<T>, ?> task) {
    this.gate = gate;
    this.reservation = reservation;
    this.next = next;
    this.task = task;
  }

  static <T extends @Nullable Object> CompletableFuture<T> start(
      Gate gate,
      Reservation reservation,
      Next next,
      CheckedSupplier<? extends CompletionStage<T>, ?> task) {
    AsyncWait<T> wait = new AsyncWait<>(gate, reservation, next, task);
    try {
      Timer timer =
          gate.time().schedule(Duration.ofNanos(reservation.waitNanos()), wait::timeHasCome);
      var unused = wait.promise.whenComplete((value, failure) -> wait.promiseCompleted(timer));
    } catch (Throwable fault) {
      wait.promise.completeExceptionally(fault);
      wait.giveUp();
    }
    return wait.promise;
  }

  private void timeHasCome() {
    if (promise.isDone() || !waited.compareAndSet(false, true)) {
      return;
    }
    CompletableFuture<T> within;
    try {
      within = goOn();
    } catch (Throwable fault) {
      promise.completeExceptionally(fault);
      return;
    }
    running = within;
    if (promise.isDone()) {
      within.cancel(true);
    }
    var unused = within.whenComplete(this::ended);
  }

  private CompletableFuture<T> goOn() {
    RateLimitedException refusal = gate.waited(reservation, call);
    if (refusal != null) {
      return CompletableFuture.failedFuture(refusal);
    }
    Call outer = Call.enter(call);
    try {
      return next.callAsync(task);
    } finally {
      Call.enter(outer);
    }
  }

  private void ended(T value, @Nullable Throwable failure) {
    if (failure == null) {
      promise.complete(value);
    } else {
      promise.completeExceptionally(failure);
    }
  }

  private void promiseCompleted(Timer timer) {
    timer.cancel();
    if (giveUp()) {
      return;
    }
    CompletableFuture<T> within = running;
    if (within != null) {
      within.cancel(true);
    }
  }

  private boolean giveUp() {
    boolean early = waited.compareAndSet(false, true);
    if (early) {
      gate.giveBack(reservation);
    }
    return early;
  }
}
