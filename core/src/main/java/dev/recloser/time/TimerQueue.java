package dev.recloser.time;

import dev.recloser.check.SafeLog;
import java.util.PriorityQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The timers that are set, and the thread that watches the clock for them and does nothing else. */
final class TimerQueue implements Runnable {

  /*
   * Whoever sets a timer only puts it into a queue without locks, and wakes the thread if the timer is due before that would
   * wake by itself. The thread alone keeps the timers in order. So setting one costs the same however many there are, and
   * a thread that sets one at the very end of its stack leaves nothing broken behind, as a lock that it did not give back.
   *
   * Most timers are cancelled long before they are due. A cancelled one forgets its task at once; its husk is swept away by
   * the thread, when there are as many husks as other timers.
   *
   * The thread ends when there has been nothing to do for a while. Who owns the timers is one reference: nobody, a thread that
   * was made to and has not begun, or the one that runs. A thread that could not be started is replaced by the next timer.
   */

  private static final Object RUNNING = "running";
  private static final long IDLE_NANOS = 10_000_000_000L;
  private static final long PAUSE_NANOS = 1_000_000L;
  private static final int FEWEST_HUSKS = 64;
  private static final System.Logger LOGGER = System.getLogger(TimerQueue.class.getName());

  private final String name;
  private final ConcurrentLinkedQueue<TimerTask> added = new ConcurrentLinkedQueue<>();
  private final AtomicInteger husks = new AtomicInteger();
  private final AtomicReference<@Nullable Object> owner = new AtomicReference<>();

  private volatile @Nullable Thread thread;
  private volatile long wakesAt;
  private volatile int sorted;

  /** Only touched by the thread. */
  private final PriorityQueue<TimerTask> timers = new PriorityQueue<>();

  TimerQueue(String name) {
    this.name = name;
  }

  void add(TimerTask timer) {
    added.add(timer);
    Object current = owner.get();
    if (current != RUNNING) {
      start(current);
    } else if (timer.isBefore(wakesAt)) {
      LockSupport.unpark(thread);
    }
  }

  /** Takes note of a timer that was cancelled while it was in here. */
  void noteCancelled() {
    if (husks.incrementAndGet() >= Math.max(FEWEST_HUSKS, sorted)) {
      LockSupport.unpark(thread);
    }
  }

  /** Returns how many timers it holds, those included that were cancelled and are yet to be swept away. */
  int size() {
    return added.size() + sorted;
  }

  private void start(@Nullable Object before) {
    if (before instanceof Thread starting && starting.isAlive()) {
      return;
    }
    Thread fresh = new Thread(this, name);
    fresh.setDaemon(true);
    if (owner.compareAndSet(before, fresh)) {
      fresh.start();
    }
  }

  @Override
  public void run() {
    if (!owner.compareAndSet(Thread.currentThread(), RUNNING)) {
      return;
    }
    thread = Thread.currentThread();
    while (!isIdle()) {
      try {
        runDue();
      } catch (Throwable failure) {
        SafeLog.warn(LOGGER, () -> "timers may be late", failure);
        LockSupport.parkNanos(this, PAUSE_NANOS);
      }
    }
  }

  /** Returns whether this thread has given up the timers, of which there are none. */
  private boolean isIdle() {
    if (!timers.isEmpty() || !added.isEmpty() || System.nanoTime() - wakesAt < 0) {
      return false;
    }
    owner.set(null);
    return added.isEmpty() || !owner.compareAndSet(null, RUNNING);
  }

  private void runDue() {
    long now = System.nanoTime();
    wakesAt = now;
    sortIn();
    TimerTask first = timers.peek();
    while (first != null && !first.isAfter(now)) {
      first.handOver();
      timers.poll();
      first = timers.peek();
    }
    sorted = timers.size();
    park(now, first == null ? now + IDLE_NANOS : first.at());
  }

  private void sortIn() {
    boolean sweep = husks.get() >= Math.max(FEWEST_HUSKS, sorted);
    if (sweep) {
      husks.set(0);
      timers.removeIf(TimerTask::isOver);
    }
    for (TimerTask next = added.peek(); next != null; next = added.peek()) {
      if (!next.isOver()) {
        timers.add(next);
      }
      added.poll();
    }
  }

  /** Sleeps, unless a timer has come that whoever set it believed to be seen. */
  private void park(long now, long until) {
    wakesAt = until;
    if (added.isEmpty()) {
      LockSupport.parkNanos(this, until - now);
    }
  }
}
