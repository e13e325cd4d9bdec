package dev.recloser;

import dev.recloser.check.Argument;
import dev.recloser.time.TimeSource;
import java.time.Duration;

/**
 * The instant by which a call must have ended. Immutable, and safe for use by many threads.
 */
public final class Deadline {
  private final TimeSource time;
  private final long startedAt;
  private final long spanNanos;

  private Deadline(TimeSource time, long startedAt, long spanNanos) {
    this.time = time;
    this.startedAt = startedAt;
    this.spanNanos = spanNanos;
  }

  /**
   * Returns the instant that lies ahead by a duration.
   *
   * @param timeout how far from now, not negative
   * @param time the time source that it is measured on
   */
  public static Deadline after(Duration timeout, TimeSource time) {
    long span = TimeSource.saturatedNanos(Argument.notNegative("timeout", timeout));
    return new Deadline(Argument.notNull("time", time), time.nanoTime(), span);
  }

  /** Returns how long it is until then, as of now; zero once it has passed. */
  public Duration remaining() {
    return Duration.ofNanos(remainingNanos());
  }

  /** Returns whether it has passed. */
  public boolean hasPassed() {
    return remainingNanos() == 0;
  }

  /**
   * Returns the earlier one of two.
   *
   * @param other the other
   */
  public Deadline orEarlier(Deadline other) {
    Argument.notNull("other", other);
    return remainingNanos() <= other.remainingNanos() ? this : other;
  }

  long remainingNanos() {
    return Math.max(0, spanNanos - Math.max(0, time.nanoTime() - startedAt));
  }

  @Override
  public String toString() {
    return "Deadline[in " + remaining() + "]";
  }
}
