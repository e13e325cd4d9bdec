package dev.recloser.testkit;

import dev.recloser.Call;
import dev.recloser.CheckedSupplier;
import dev.recloser.Next;
import dev.recloser.time.TimeSource;
import dev.recloser.time.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** One call that a fault strikes, whose result comes as a stage. */
final class AsyncFault<T extends @Nullable Object> {

  /*
   * All that can be going on is one timer or one stage. When the future that was handed out is completed from outside, it is
   * cancelled; each is stored first and the future looked at afterwards, so that one of two threads sees the other.
   */

  private final FaultEffect effect;
  private final Next next;
  private final CheckedSupplier<? extends CompletionStage<T>, ?> task;
  private final TimeSource time;
  private final Call call = Call.current();
  private final CompletableFuture<T> promise = new CompletableFuture<>();
  private volatile @Nullable Timer waiting;
  private volatile @Nullable CompletableFuture<T> running;

  AsyncFault(
      FaultEffect effect,
      Next next,
      CheckedSupplier<? extends CompletionStage<T>, ?> task,
      TimeSource time) {
    this.effect = effect;
    this.next = next;
    this.task = task;
    this.time = time;
  }

  CompletableFuture<T> start() {
    var unused = promise.whenComplete((value, failure) -> cancel());
    if (effect.afterwards()) {
      run();
    } else {
      after(this::run);
    }
    return promise;
  }

  private void run() {
    if (promise.isDone()) {
      return;
    }
    if (!effect.reachesTask()) {
      end(null);
      return;
    }
    CompletableFuture<T> within = startTask();
    running = within;
    cancelIfDone();
    var unused = within.whenComplete(this::ran);
  }

  /** It does not throw; but on a timer, nobody would hear of a policy that does what it must not. */
  private CompletableFuture<T> startTask() {
    Call outer = Call.enter(call);
    try {
      return next.callAsync(task);
    } catch (Throwable failure) {
      return CompletableFuture.failedFuture(failure);
    } finally {
      Call.enter(outer);
    }
  }

  private void ran(T value, @Nullable Throwable failure) {
    if (failure != null) {
      promise.completeExceptionally(Thrown.unwrapped(failure));
    } else if (effect.afterwards()) {
      after(() -> end(value));
    } else {
      end(value);
    }
  }

  private void after(Runnable step) {
    if (effect.delay().isZero()) {
      step.run();
    } else {
      waiting = time.schedule(effect.delay(), step);
      cancelIfDone();
    }
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // The result is of the type that its user says.
  private void end(@Nullable Object value) {
    try {
      promise.complete((T) effect.apply(value));
    } catch (Throwable failure) {
      promise.completeExceptionally(failure);
    }
  }

  private void cancelIfDone() {
    if (promise.isDone()) {
      cancel();
    }
  }

  private void cancel() {
    Timer timer = waiting;
    if (timer != null) {
      timer.cancel();
    }
    CompletableFuture<T> within = running;
    if (within != null) {
      within.cancel(true);
    }
  }
}
