package dev.recloser.bulkhead;

import dev.recloser.Call;
import dev.recloser.CheckedSupplier;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A task on a thread of an executor, as a future that is done when the task really has ended. */
final class ExecutorTask<T extends @Nullable Object> extends CompletableFuture<T>
    implements Runnable {

  /*
   * Where the task stands is one reference: nobody has it yet, the thread that runs it, a thread that is being
   * interrupted, or nobody any more. Cancelled before it has a thread, it ends at once, and will not run. Cancelled later,
   * its thread is interrupted, and the future stays undone until the task has ended. The thread does not leave the task
   * before an interrupt that is on its way has arrived, and takes it along: the executor's next task must not see it.
   */

  private static final Object NOT_BEGUN = "not begun";
  private static final Object INTERRUPTING = "interrupting";
  private static final Object INTERRUPTED = "interrupted";
  private static final Object ENDED = "ended";
  private static final VarHandle RUNNER;

  static {
    try {
      RUNNER = MethodHandles.lookup().findVarHandle(ExecutorTask.class, "runner", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final CheckedSupplier<T, ?> task;
  private final BulkheadFullException late;
  private final Call context = Call.current();

  private volatile Object runner = NOT_BEGUN;

  private ExecutorTask(CheckedSupplier<T, ?> task, BulkheadFullException late) {
    this.task = task;
    this.late = late;
  }

  /**
   * Gives a task to an executor.
   *
   * @param late what it fails with if its deadline has passed when it gets a thread
   */
  static <T extends @Nullable Object> ExecutorTask<T> start(
      Executor executor, CheckedSupplier<T, ?> task, BulkheadFullException late) {
    ExecutorTask<T> started = new ExecutorTask<>(task, late);
    executor.execute(started);
    return started;
  }

  @Override
  public void run() {
    if (!RUNNER.compareAndSet(this, NOT_BEGUN, Thread.currentThread())) {
      return;
    }
    T value;
    Call before = Call.enter(context);
    try {
      if (Terms.late(context)) {
        throw late;
      }
      value = task.get();
    } catch (Throwable failure) {
      end(before);
      completeExceptionally(failure);
      return;
    }
    end(before);
    complete(value);
  }

  private void end(Call before) {
    if (!RUNNER.compareAndSet(this, Thread.currentThread(), ENDED)) {
      while (runner != INTERRUPTED) {
        Thread.onSpinWait();
      }
      Thread.interrupted();
    }
    Call.enter(before);
  }

  /** Keeps the task from running, or interrupts it; the future is done once it has ended. */
  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    Object now = runner;
    if (now instanceof Thread thread && RUNNER.compareAndSet(this, thread, INTERRUPTING)) {
      try {
        thread.interrupt();
      } finally {
        runner = INTERRUPTED;
      }
      return false;
    }
    return RUNNER.compareAndSet(this, NOT_BEGUN, ENDED) && super.cancel(mayInterruptIfRunning);
  }
}
