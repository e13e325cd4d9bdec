package dev.recloser.time;

import dev.recloser.check.SafeLog;
import dev.recloser.check.Urgent;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The daemon threads behind the system's timers, started when the first timer is set. */
final class TimerThreads {

  /*
   * One thread watches the clock and does nothing else, so that a timer is never late because another one's task
   * blocks. It hands what is due to workers. The queue accepts a task only if a worker is waiting for it; otherwise
   * the pool starts one more, up to the limit, and only then lets tasks queue. What interrupts a late call has workers of
   * its own: it must come in time above all where every other worker runs a task that blocks. Not on the clock's thread:
   * to interrupt a thread may mean to close its channel, which may take long.
   */

  private static final int MAX_WORKERS = 256;
  private static final int MAX_URGENT_WORKERS = 16;
  private static final System.Logger LOGGER = System.getLogger(TimerThreads.class.getName());

  private static final ThreadPoolExecutor WORKERS = workers(MAX_WORKERS, "recloser-worker");
  private static final ThreadPoolExecutor URGENT_WORKERS =
      workers(MAX_URGENT_WORKERS, "recloser-interrupter");

  private static final ScheduledThreadPoolExecutor CLOCK =
      new ScheduledThreadPoolExecutor(1, daemon("recloser-timer"));

  static {
    CLOCK.setRemoveOnCancelPolicy(true);
    CLOCK.setKeepAliveTime(10, TimeUnit.SECONDS);
    CLOCK.allowCoreThreadTimeOut(true);
  }

  private TimerThreads() {}

  static Timer schedule(long delayNanos, Runnable task) {
    Due due = new Due(task, task instanceof Urgent ? URGENT_WORKERS : WORKERS);
    if (delayNanos <= 0) {
      due.hurry();
      return due;
    }
    due.alarm = CLOCK.schedule(due::hurry, delayNanos, TimeUnit.NANOSECONDS);
    return due;
  }

  /** Returns how many timers have not been started or cancelled yet. */
  static int pending() {
    return CLOCK.getQueue().size() + overdue();
  }

  /** Returns how many timers wait for a worker though their time has come. */
  static int overdue() {
    return WORKERS.getQueue().size() + URGENT_WORKERS.getQueue().size();
  }

  private static ThreadPoolExecutor workers(int most, String name) {
    return new ThreadPoolExecutor(
        0, most, 10, TimeUnit.SECONDS, new HandOver(), daemon(name), TimerThreads::enqueue);
  }

  private static void enqueue(Runnable task, ThreadPoolExecutor workers) {
    if (!((HandOver) workers.getQueue()).add(task)) {
      throw new RejectedExecutionException("the timer's queue refused a task");
    }
  }

  private static ThreadFactory daemon(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  /** A task that is run once, unless it is cancelled before. It may have to wait for a worker after its time has come. */
  private static final class Due extends AtomicReference<@Nullable Runnable>
      implements Runnable, Timer {
    private static final long serialVersionUID = 1L;

    private final transient ThreadPoolExecutor workers;
    private transient @Nullable Future<?> alarm;

    Due(Runnable task, ThreadPoolExecutor workers) {
      super(task);
      this.workers = workers;
    }

    /** Hands the task to a worker. */
    void hurry() {
      workers.execute(this);
    }

    @Override
    public void cancel() {
      if (getAndSet(null) == null) {
        return;
      }
      if (alarm == null || !alarm.cancel(false)) {
        workers.remove(this);
      }
    }

    @Override
    public void run() {
      Runnable task = getAndSet(null);
      if (task == null) {
        return;
      }
      try {
        task.run();
      } catch (Throwable failure) {
        SafeLog.warn(LOGGER, () -> "a scheduled task failed", failure);
      }
    }
  }

  /** A queue that takes a task only into waiting hands when offered one. */
  private static final class HandOver extends LinkedTransferQueue<Runnable> {
    private static final long serialVersionUID = 1L;

    @Override
    public boolean offer(Runnable task) {
      return tryTransfer(task);
    }

    @Override
    public boolean add(Runnable task) {
      return super.offer(task);
    }
  }
}
