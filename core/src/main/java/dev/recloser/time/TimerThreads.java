package dev.recloser.time;

import dev.recloser.check.SafeLog;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
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
   * the pool starts one more, up to the limit, and only then lets tasks queue.
   */

  private static final int MAX_WORKERS = 256;
  private static final System.Logger LOGGER = System.getLogger(TimerThreads.class.getName());

  private static final ThreadPoolExecutor WORKERS = new ThreadPoolExecutor(
      0,
      MAX_WORKERS,
      10,
      TimeUnit.SECONDS,
      new HandOver(),
      daemon("recloser-worker"),
      TimerThreads::enqueue);

  private static final ScheduledThreadPoolExecutor CLOCK =
      new ScheduledThreadPoolExecutor(1, daemon("recloser-timer"));

  static {
    CLOCK.setRemoveOnCancelPolicy(true);
    CLOCK.setKeepAliveTime(10, TimeUnit.SECONDS);
    CLOCK.allowCoreThreadTimeOut(true);
  }

  private TimerThreads() {}

  static Timer schedule(long delayNanos, Runnable task) {
    Due due = new Due(task);
    ScheduledFuture<?> alarm =
        CLOCK.schedule(() -> WORKERS.execute(due), delayNanos, TimeUnit.NANOSECONDS);
    return () -> {
      alarm.cancel(false);
      due.cancel();
    };
  }

  /** Returns how many timers have not been started or cancelled yet. */
  static int pending() {
    return CLOCK.getQueue().size() + overdue();
  }

  /** Returns how many timers wait for a worker though their time has come. */
  static int overdue() {
    return WORKERS.getQueue().size();
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
  private static final class Due extends AtomicReference<@Nullable Runnable> implements Runnable {
    private static final long serialVersionUID = 1L;

    Due(Runnable task) {
      super(task);
    }

    void cancel() {
      if (getAndSet(null) != null) {
        WORKERS.remove(this);
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
