package dev.recloser.time;

import dev.recloser.check.Argument;
import dev.recloser.check.Early;
import java.time.Duration;
import java.time.Instant;

/** The time of the system. */
enum SystemTimeSource implements TimeSource {
  INSTANCE;

  static {
    Early.initialize(TimerThreads.class);
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public Instant wallTime() {
    return Instant.now();
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    long nanos = Math.max(0, TimeSource.saturatedNanos(Argument.notNull("duration", duration)));
    Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
  }

  @Override
  public Timer schedule(Duration delay, Runnable task) {
    Argument.notNull("task", task);
    return TimerThreads.schedule(TimeSource.saturatedNanos(Argument.notNull("delay", delay)), task);
  }

  @Override
  public String toString() {
    return "TimeSource.system()";
  }
}
