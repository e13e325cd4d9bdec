package dev.recloser.proof;

import dev.recloser.time.TimeSource;
import dev.recloser.time.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** A time that stands still until it is moved, and reads without a lock. Its timers run only by hand. */
public final class FrozenTime implements TimeSource {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);
  private volatile Runnable lastTask = () -> {};

  /** Moves the time. */
  public void advance(Duration step) {
    now.addAndGet(step.toNanos());
  }

  /** Runs what was scheduled last, as if its time had come. */
  public void fire() {
    lastTask.run();
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

  /** Cancelling does nothing: the task is taken to have begun already. */
  @Override
  public Timer schedule(Duration delay, Runnable task) {
    lastTask = task;
    return () -> {};
  }
}
