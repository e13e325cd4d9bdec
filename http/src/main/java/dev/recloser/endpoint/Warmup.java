package dev.recloser.endpoint;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The slow start of an endpoint: for a while it takes only a share of its turns, which rises in step with time from a
 * tenth to all. The turns it takes are spread evenly, not thrown by dice.
 */
final class Warmup {
  private static final double LEAST = 0.1;

  /** A whole turn. */
  private static final long TURN = 1L << 20;

  private final long spanNanos;
  private final AtomicReference<@Nullable Start> start = new AtomicReference<>();

  /** The sum of the shares of all turns so far, in parts of a turn. */
  private final AtomicLong credit = new AtomicLong();

  /**
   * When the slow start began.
   *
   * @param at the reading of the time source
   */
  private record Start(long at) {}

  Warmup(long spanNanos) {
    this.spanNanos = spanNanos;
  }

  void start(long now) {
    if (spanNanos > 0) {
      start.set(new Start(now));
    }
  }

  /** Returns the share of its turns that the endpoint takes. */
  double share(long now) {
    Start from = start.get();
    if (from == null) {
      return 1;
    }
    long passed = now - from.at();
    if (passed >= spanNanos) {
      start.compareAndSet(from, null);
      return 1;
    }
    return Math.max(LEAST, (double) passed / spanNanos);
  }

  /** Returns whether the endpoint takes this turn. */
  boolean takesTurn(long now) {
    double share = share(now);
    if (share >= 1) {
      return true;
    }
    long part = (long) (share * TURN);
    long before = credit.getAndAdd(part);
    return before / TURN != (before + part) / TURN;
  }
}
