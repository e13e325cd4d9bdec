package dev.recloser.time;

import dev.recloser.check.Urgent;
import java.util.concurrent.atomic.LongAdder;

/** The daemon threads behind the system's timers, started when the first timer is set. */
final class TimerThreads {

  /*
   * One thread watches the clock and hands what is due to workers, so that a timer is never late because another one's task
   * blocks. What ends a wait or a call has workers of its own: it must come in time above all where every other worker runs a
   * task of the user's that blocks. Not on the clock's thread: to interrupt a thread may mean to close its channel, and to
   * complete a future means to run what the user has hung on to it.
   */

  /** How many timers have neither run nor been cancelled. */
  static final LongAdder LIVE = new LongAdder();

  /** Differences between instants must not overflow, whatever the delays. */
  private static final long LONGEST_NANOS = Long.MAX_VALUE / 2;

  private static final TimerQueue QUEUE = new TimerQueue("recloser-timer");
  private static final TimerWorkers WORKERS = new TimerWorkers("recloser-worker");
  private static final TimerWorkers URGENT_WORKERS = new TimerWorkers("recloser-urgent");

  private TimerThreads() {}

  static Timer schedule(long delayNanos, Runnable task) {
    long delay = Math.min(LONGEST_NANOS, Math.max(0, delayNanos));
    TimerTask timer = new TimerTask(
        System.nanoTime() + delay, task, QUEUE, task instanceof Urgent ? URGENT_WORKERS : WORKERS);
    LIVE.increment();
    try {
      QUEUE.add(timer);
    } catch (Throwable failure) {
      timer.cancel();
      throw failure;
    }
    return timer;
  }

  /** Returns how many timers have not been started or cancelled yet. */
  static int pending() {
    return LIVE.intValue();
  }

  /** Returns how many timers are kept, cancelled ones included that were not swept away yet. */
  static int kept() {
    return QUEUE.size();
  }

  /** Returns how many timers wait for a worker though their time has come. */
  static int overdue() {
    return WORKERS.overdue() + URGENT_WORKERS.overdue();
  }
}
