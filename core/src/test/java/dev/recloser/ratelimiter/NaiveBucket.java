package dev.recloser.ratelimiter;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A bucket of tokens with promises, in fractions of a nanosecond that are exact, by trying every instant that may do. Instants
 * are multiples of 1 / permits of a nanosecond, so that the interval is the number of nanoseconds in which the permits come.
 */
final class NaiveBucket {
  private final BigInteger permits;
  private final BigInteger interval;
  private final BigInteger span;
  private final List<BigInteger> promised = new ArrayList<>();
  private BigInteger now = BigInteger.ZERO;
  private BigInteger fullAt = BigInteger.ZERO;

  NaiveBucket(int permits, long perNanos, int burst) {
    this.permits = BigInteger.valueOf(permits);
    this.interval = BigInteger.valueOf(perNanos);
    this.span = interval.multiply(BigInteger.valueOf(burst));
  }

  void advance(long nanos) {
    now = now.add(BigInteger.valueOf(nanos).multiply(permits));
    promised.sort(null);
    while (!promised.isEmpty() && promised.get(0).compareTo(now) <= 0) {
      fullAt = fullAt.max(promised.remove(0)).add(interval);
    }
  }

  boolean tryTake(int count) {
    BigInteger cost = interval.multiply(BigInteger.valueOf(count));
    if (!sound(now, cost)) {
      return false;
    }
    fullAt = fullAt.max(now).add(cost);
    return true;
  }

  /** Takes or promises a permit; returns when, or null if the wait would be longer than the most. */
  @Nullable
  BigInteger reserve(long mostNanos) {
    BigInteger instant = earliest();
    if (instant.subtract(now).compareTo(BigInteger.valueOf(mostNanos).multiply(permits)) > 0) {
      return null;
    }
    if (instant.equals(now)) {
      fullAt = fullAt.max(now).add(interval);
    } else {
      promised.add(instant);
    }
    return instant;
  }

  void giveBack(BigInteger instant) {
    promised.remove(instant);
  }

  boolean isAhead(BigInteger instant) {
    return instant.compareTo(now) > 0;
  }

  int waiting() {
    return promised.size();
  }

  int available() {
    int available = 0;
    while (sound(now, interval.multiply(BigInteger.valueOf(available + 1)))) {
      available++;
    }
    return available;
  }

  BigInteger nanosUntil(BigInteger instant) {
    return instant.subtract(now).add(permits).subtract(BigInteger.ONE).divide(permits);
  }

  BigInteger earliest() {
    TreeSet<BigInteger> candidates = new TreeSet<>(promised);
    candidates.add(now);
    BigInteger full = fullAt;
    candidates.add(full.add(interval).subtract(span));
    promised.sort(null);
    for (BigInteger promise : promised) {
      full = full.max(promise).add(interval);
      candidates.add(full.add(interval).subtract(span));
    }
    return candidates.tailSet(now).stream()
        .filter(instant -> sound(instant, interval))
        .findFirst()
        .orElseThrow();
  }

  /** Returns whether all get their permits if so many more are taken at an instant. */
  private boolean sound(BigInteger instant, BigInteger cost) {
    List<BigInteger> instants = new ArrayList<>(promised);
    instants.add(instant);
    instants.sort(null);
    BigInteger full = fullAt;
    boolean added = false;
    for (BigInteger each : instants) {
      boolean extra = !added && each.equals(instant);
      added |= extra;
      full = full.max(each).add(extra ? cost : interval);
      if (full.compareTo(each.add(span)) > 0) {
        return false;
      }
    }
    return true;
  }
}
