package dev.recloser.time;

import dev.recloser.check.SafeLog;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A task that is run once at its time, unless it is cancelled before. It may have to wait for a worker. */
final class TimerTask extends AtomicReference<@Nullable Runnable>
    implements Runnable, Timer, Comparable<TimerTask> {
  private static final long serialVersionUID = 1L;
  private static final System.Logger LOGGER = System.getLogger(TimerTask.class.getName());

  private final long at;
  private final transient TimerQueue queue;
  private final transient TimerWorkers workers;
  private transient volatile boolean handedOver;

  /**
   * @param at when it is due, as a reading of {@link System#nanoTime}
   * @param task what is to be run
   * @param workers who runs it then
   */
  TimerTask(long at, Runnable task, TimerQueue queue, TimerWorkers workers) {
    super(task);
    this.at = at;
    this.queue = queue;
    this.workers = workers;
  }

  long at() {
    return at;
  }

  boolean isBefore(long instant) {
    return at - instant < 0;
  }

  boolean isAfter(long instant) {
    return at - instant > 0;
  }

  /** Returns whether it has run, or was cancelled. */
  boolean isOver() {
    return get() == null;
  }

  /** Has it run by a worker. */
  void handOver() {
    handedOver = true;
    if (!isOver()) {
      workers.run(this);
    }
  }

  @Override
  public void cancel() {
    if (getAndSet(null) == null) {
      return;
    }
    TimerThreads.LIVE.decrement();
    if (handedOver) {
      workers.forget(this);
    } else {
      queue.noteCancelled();
    }
  }

  @Override
  public void run() {
    Runnable task = getAndSet(null);
    if (task == null) {
      return;
    }
    TimerThreads.LIVE.decrement();
    try {
      task.run();
    } catch (Throwable failure) {
      SafeLog.warn(LOGGER, () -> "a scheduled task failed", failure);
    }
  }

  @Override
  public int compareTo(TimerTask other) {
    return Long.signum(at - other.at);
  }
}
