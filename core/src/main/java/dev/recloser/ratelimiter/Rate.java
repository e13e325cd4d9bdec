package dev.recloser.ratelimiter;

import dev.recloser.check.Argument;
import dev.recloser.time.TimeSource;
import java.math.BigInteger;
import java.time.Duration;

/**
 * A rate and a burst in units of time so small that the interval between two permits is a whole number of them.
 *
 * @param unitsPerNano how many units are a nanosecond
 * @param interval how many units lie between two permits
 * @param burst how many permits can be saved up
 */
record Rate(long unitsPerNano, long interval, int burst) {

  /*
   * Permits p in a time of t nanoseconds are t / p apart, seldom a whole number; t / gcd(t, p) units of 1 / (p / gcd) of a
   * nanosecond always are. That is exact, and is what is used as long as the saved permits and a line of a million who wait,
   * or of 18 years, fit in 2^60 units. Only a rate of many permits in a long time without a common divisor (999,983 an hour)
   * does not: it gets the smallest unit that fits, and the interval is rounded up, by less than two parts in a billion.
   *
   * All spans are at most 2^60 units: what is saved, a wait, and how far the time may have moved since the base of a meter.
   * So sums of three of them do not overflow.
   */

  /** The longest span, in units. */
  static final long LONGEST = 1L << 60;

  private static final long MOST = Long.MAX_VALUE / 2;
  private static final long LONGEST_NANOS = 1L << 59;
  private static final int LINE = 1 << 20;

  /** Returns the rate; a time in which the permits come that is longer than 18 years is taken for 18 years. */
  static Rate of(int permits, Duration per, int burst) {
    long perNanos = Math.min(TimeSource.saturatedNanos(per), LONGEST_NANOS);
    Argument.require(
        scaled(burst, perNanos, permits) <= LONGEST_NANOS,
        "burst",
        "must come back within 18 years at " + permits + " permits in " + per,
        burst);
    long span = Math.min(scaled(Math.max(burst, LINE), perNanos, permits), LONGEST_NANOS);
    long finest = LONGEST / span;
    long exact = permits / gcd(perNanos, permits);
    long unit = Math.min(exact, finest);
    return new Rate(unit, scaled(perNanos, unit, permits), burst);
  }

  /** Returns how many units it takes until an empty bucket is full. */
  long burstSpan() {
    return interval * burst;
  }

  /** Returns the time in which a meter may run on one base, in nanoseconds. */
  long horizonNanos() {
    return LONGEST / unitsPerNano;
  }

  /** Returns nanoseconds in units, however many: what is too much becomes later than any instant that a meter knows. */
  long units(long nanos) {
    long most = MOST / unitsPerNano;
    return nanos > most ? MOST : Math.max(nanos, -most) * unitsPerNano;
  }

  /** Returns whether instants under another rate are the same numbers, and as far apart. */
  boolean sameScale(Rate other) {
    return unitsPerNano == other.unitsPerNano && interval == other.interval;
  }

  /** Returns a span in units, no more than the longest one. */
  long span(long nanos) {
    return nanos < horizonNanos() ? nanos * unitsPerNano : LONGEST;
  }

  /** Returns a span that is not negative in whole nanoseconds, rounded up. */
  long nanos(long units) {
    return (units + unitsPerNano - 1) / unitsPerNano;
  }

  /** Returns a span that is not negative and given in units of another rate, rounded up; no more than the longest one. */
  long spanOf(long units, Rate other) {
    return Math.min(LONGEST, scaled(units, unitsPerNano, other.unitsPerNano));
  }

  /** Returns what is saved up, or owed if negative, given in units of another rate: the same number of permits. */
  long savedOf(long units, Rate other) {
    long saved = -scaled(-units, interval, other.interval);
    return Math.min(saved, burstSpan());
  }

  /** Returns value × times / by, rounded up; saturated. */
  private static long scaled(long value, long times, long by) {
    BigInteger[] parts = BigInteger.valueOf(value)
        .multiply(BigInteger.valueOf(times))
        .divideAndRemainder(BigInteger.valueOf(by));
    BigInteger result = parts[1].signum() > 0 ? parts[0].add(BigInteger.ONE) : parts[0];
    if (result.bitLength() > 62) {
      return result.signum() < 0 ? -MOST : MOST;
    }
    return result.longValue();
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
