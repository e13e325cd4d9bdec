package dev.recloser.endpoint;

import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** How long the calls of an endpoint take: a moving average that goes up at once and comes down slowly. */
final class Latency {
  private static final long HARDLY_BEGUN_NANOS = 1_000_000;

  private final double decayNanos;
  private final AtomicReference<@Nullable Average> average = new AtomicReference<>();

  /**
   * The average as it stood at an instant.
   *
   * @param nanos how long
   * @param at the reading of the time source
   */
  private record Average(double nanos, long at) {}

  Latency(long decayNanos) {
    this.decayNanos = decayNanos;
  }

  /** Counts a call that succeeded. */
  void succeeded(long nanos, long now) {
    record(nanos, now, false);
  }

  /** Counts a call that failed: it can raise the average, or keep it from falling. */
  void failed(long nanos, long now) {
    record(nanos, now, true);
  }

  /**
   * Counts a call that was given up after that time, and would have taken longer: it can raise the average. One that was
   * given up at once was never made.
   */
  void givenUp(long took, long now) {
    if (took < HARDLY_BEGUN_NANOS) {
      return;
    }
    Average before;
    do {
      before = average.get();
      if (before != null && took <= before.nanos() * kept(before, now)) {
        return;
      }
    } while (!average.compareAndSet(before, new Average(took, later(before, now))));
  }

  /** Returns the average; empty before the first call. */
  OptionalDouble nanos(long now) {
    Average current = average.get();
    return current == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(current.nanos() * kept(current, now));
  }

  /** Returns the average as it was when the last call ended; empty before the first call. */
  OptionalDouble lastNanos() {
    Average current = average.get();
    return current == null ? OptionalDouble.empty() : OptionalDouble.of(current.nanos());
  }

  /** Returns whether a call has ended, but none for the time of the decay. */
  boolean isOld(long now) {
    Average current = average.get();
    return current != null && isOld(current, now);
  }

  private static long later(@Nullable Average before, long now) {
    return before == null || now - before.at() > 0 ? now : before.at();
  }

  private boolean isOld(Average from, long now) {
    return now - from.at() >= decayNanos;
  }

  private void record(long took, long now, boolean failed) {
    double nanos = Math.max(0, took);
    Average before;
    Average after;
    do {
      before = average.get();
      after = before == null ? new Average(nanos, now) : next(before, nanos, now, failed);
    } while (!average.compareAndSet(before, after));
  }

  private Average next(Average before, double nanos, long now, boolean failed) {
    long at = later(before, now);
    if (failed || nanos > before.nanos()) {
      return new Average(Math.max(nanos, before.nanos()), at);
    }
    if (isOld(before, now)) {
      return new Average(nanos, now);
    }
    double kept = kept(before, now);
    return new Average(before.nanos() * kept + nanos * (1 - kept), at);
  }

  /** Returns what share of the average is left. */
  private double kept(Average from, long now) {
    return Math.exp(-Math.max(0, now - from.at()) / decayNanos);
  }
}
