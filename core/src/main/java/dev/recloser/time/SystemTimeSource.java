package dev.recloser.time;

import dev.recloser.check.Argument;
import dev.recloser.check.Early;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The time of the system. */
enum SystemTimeSource implements TimeSource {
  INSTANCE;

  static {
    Early.initialize(TimerThreads.class, TimerQueue.class, TimerTask.class, TimerWorkers.class);
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

  /** Needs no timer: the thread that waits looks at the clock itself. */
  @Override
  public <T> T await(CompletableFuture<T> future, Duration atMost, T otherwise)
      throws InterruptedException {
    Argument.notNull("future", future);
    try {
      return future.get(
          TimeSource.saturatedNanos(Argument.notNull("atMost", atMost)), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      future.complete(otherwise);
      return future.join();
    } catch (ExecutionException e) {
      return future.join();
    }
  }

  /** Waits without a limit, and throws as {@link CompletableFuture#join} does. */
  static <T> T join(CompletableFuture<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      return future.join();
    }
  }

  @Override
  public String toString() {
    return "TimeSource.system()";
  }
}
