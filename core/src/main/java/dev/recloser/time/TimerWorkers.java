package dev.recloser.time;

import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Threads that run what is due. Started as they are needed, up to a limit; those that have nothing to do end. */
final class TimerWorkers {

  /*
   * The queue accepts a task only if a worker is waiting for it; otherwise the pool starts one more, up to the limit, and
   * only then lets tasks queue.
   */

  private static final int MOST = 256;
  private static final long IDLE_SECONDS = 10;

  private final HandOver queue = new HandOver();
  private final ThreadPoolExecutor threads;

  TimerWorkers(String name) {
    threads = new ThreadPoolExecutor(
        0,
        MOST,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        queue,
        task -> daemon(name, task),
        (task, pool) -> enqueue(task));
  }

  /** Has a task run; if there is no thread for it, by the next one that comes free. */
  void run(Runnable task) {
    try {
      threads.execute(task);
    } catch (OutOfMemoryError noThread) {
      enqueue(task);
    }
  }

  /** Drops a task that waits for a thread. */
  void forget(Runnable task) {
    queue.remove(task);
  }

  /** Returns how many tasks wait for a thread. */
  int overdue() {
    return queue.size();
  }

  private void enqueue(Runnable task) {
    if (!queue.add(task)) {
      throw new RejectedExecutionException("the timer's queue refused a task");
    }
  }

  private static Thread daemon(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
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
