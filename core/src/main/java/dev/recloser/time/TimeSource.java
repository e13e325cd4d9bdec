package dev.recloser.time;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/**
 * Monotonic time, sleep and timers.
 *
 * <p>Safe for use by many threads. A reading means nothing alone: subtract two of them and compare the
 * difference with a span ({@code now - since >= span}), since the origin is arbitrary and the value may wrap.
 */
public interface TimeSource {

  /** Returns the current reading, in nanoseconds from an arbitrary origin. */
  long nanoTime();

  /** Returns the date and time, for people to read. No decision rests on it. */
  Instant wallTime();

  /**
   * Waits.
   *
   * @param duration how long; zero or negative returns at once, if the thread is not interrupted
   * @throws InterruptedException if the thread is interrupted before or while it waits; its flag is then clear
   */
  void sleep(Duration duration) throws InterruptedException;

  /**
   * Runs a task later, never inside this method.
   *
   * <p>A task that blocks or throws does not keep others from running.
   *
   * @param delay how long from now; zero or negative means as soon as possible
   * @param task what to run
   * @return the handle to cancel it with
   */
  Timer schedule(Duration delay, Runnable task);

  /**
   * Waits until a future is done, and completes it itself when it takes too long. So the future alone says who came
   * first: whoever else completes it, or the time.
   *
   * @param future what to wait for; if it is done already, even an interrupted thread gets its value
   * @param atMost how long
   * @param otherwise what it is completed with after so long
   * @param <T> the type of its value
   * @return its value
   * @throws InterruptedException if the thread is interrupted before or while it waits; its flag is then clear, and the
   *     future is left as it was
   * @throws java.util.concurrent.CompletionException if the future fails
   */
  default <T> T await(CompletableFuture<T> future, Duration atMost, T otherwise)
      throws InterruptedException {
    if (future.isDone()) {
      return future.join();
    }
    Timer timer = schedule(atMost, () -> future.complete(otherwise));
    try {
      return SystemTimeSource.join(future);
    } finally {
      timer.cancel();
    }
  }

  /** Returns the time of the system: {@link System#nanoTime}, real sleep, daemon threads for timers. */
  static TimeSource system() {
    return SystemTimeSource.INSTANCE;
  }

  /**
   * Returns a time source that runs on a clock, of which only the differences between readings matter.
   *
   * <p>When the clock steps back the time stands still for that step. {@link #sleep} and {@link #schedule} wait
   * in real time. Any clock will do: a fixed one, or one that a test moves by hand.
   *
   * @param clock the clock to read
   */
  static TimeSource from(Clock clock) {
    return new ClockTimeSource(clock);
  }

  /**
   * Returns a duration in nanoseconds; one that is too long or too short for a {@code long} becomes its largest
   * or smallest value.
   *
   * @param duration the duration to convert
   */
  static long saturatedNanos(Duration duration) {
    long seconds = duration.toSeconds();
    if (seconds >= Long.MAX_VALUE / 1_000_000_000L) {
      return Long.MAX_VALUE;
    }
    if (seconds <= Long.MIN_VALUE / 1_000_000_000L) {
      return Long.MIN_VALUE;
    }
    return duration.toNanos();
  }
}
