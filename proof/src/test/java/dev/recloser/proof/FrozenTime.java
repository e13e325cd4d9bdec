package dev.recloser.proof;

import dev.recloser.time.TimeSource;
import dev.recloser.time.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** A time that stands still until it is moved, and reads without a lock. Its timers run only by hand. */
public final class FrozenTime implements TimeSource {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);
  private final ConcurrentLinkedQueue<Runnable> due = new ConcurrentLinkedQueue<>();
  private volatile Runnable lastTask = () -> {};

  /** Moves the time. */
  public void advance(Duration step) {
    now.addAndGet(step.toNanos());
  }

  /** Runs what was scheduled last for later, as if its time had come. */
  public void fire() {
    lastTask.run();
  }

  /** Runs what was scheduled for at once. */
  public void runDue() {
    for (Runnable next = due.poll(); next != null; next = due.poll()) {
      next.run();
    }
  }

  @Override
  public long nanoTime() {
    return now.get();
  }

  @Override
  public Instant wallTime() {
    return Instant.EPOCH;
  }

  @Override
  public void sleep(Duration duration) {}

  /** Keeps the task. Cancelling one that is to wait does nothing: it is taken to have begun already. */
  @Override
  public Timer schedule(Duration delay, Runnable task) {
    if (delay.isZero()) {
      due.add(task);
      return () -> due.remove(task);
    }
    lastTask = task;
    return () -> {};
  }
}
