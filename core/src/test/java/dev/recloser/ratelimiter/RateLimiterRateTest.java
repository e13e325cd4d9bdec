package dev.recloser.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.time.ManualTimeSource;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How exact a rate is whose interval is not a whole number of nanoseconds. */
class RateLimiterRateTest {
  private final ManualTimeSource time = new ManualTimeSource();

  @ParameterizedTest
  @CsvSource({
    // permits, per, burst, units a nanosecond, units between permits
    "1, PT1S, 1, 1, 1000000000",
    "10, PT1S, 10, 1, 100000000",
    "3, PT10S, 3, 3, 10000000000",
    "7, PT1S, 7, 7, 1000000000",
    "60, PT1M, 60, 1, 1000000000",
    "333, PT1S, 1, 333, 1000000000",
    "1, PT1H, 1, 1, 3600000000000",
    "1000, PT24H, 1000, 1, 86400000000",
    "999999937, PT1S, 999999937, 999999937, 1000000000",
    "2000000000, PT1S, 1, 2, 1",
    "2147483647, PT0.000000001S, 2147483647, 2147483647, 1",
  })
  void isExactInUnitsThatDivideTheNanosecond(
      int permits, Duration per, int burst, long unitsPerNano, long interval) {
    Rate rate = Rate.of(permits, per, burst);

    assertThat(rate).isEqualTo(new Rate(unitsPerNano, interval, burst));
    assertThat(error(rate, permits, per)).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "999983, PT1H, 999983",
    "999983, PT24H, 1",
    "2147483647, PT1M, 2147483647",
    "2147483647, PT24H, 2147483647",
    "7919, P5000D, 2147",
    "2147483647, P6000D, 2147483647",
  })
  void isSlowerByLessThanTwoPartsInABillionWhereThatCannotBe(int permits, Duration per, int burst) {
    Rate rate = Rate.of(permits, per, burst);

    assertThat(error(rate, permits, per)).isPositive().isLessThan(BigDecimal.valueOf(2, 9));
    assertThat(rate.burstSpan()).isPositive().isLessThan(2 * Rate.LONGEST);
  }

  @Test
  void thirdsOfANanosecondDoNotAddUp() {
    RateLimiter limiter = limiter(3, Duration.ofNanos(10), 1);
    int taken = 0;

    // At every nanosecond one asks; permits come every 3 1/3 ns, so are taken at 0, 4, 8, 12:
    // whoever
    // comes late loses the time that has passed, since nothing is saved up.
    for (int nano = 0; nano < 3_000; nano++) {
      taken += limiter.tryAcquire() ? 1 : 0;
      time.advance(Duration.ofNanos(1));
    }
    assertThat(taken).isEqualTo(750);

    // With one permit to spare the time is not lost, and none too many or too few come.
    RateLimiter sparing = limiter(3, Duration.ofNanos(10), 2);
    taken = 0;
    for (int nano = 0; nano <= 3_000_000; nano++) {
      taken += sparing.tryAcquire() ? 1 : 0;
      time.advance(Duration.ofNanos(1));
    }
    assertThat(taken).isEqualTo(900_000 + 2);
  }

  @Test
  void aLineDoesNotDrift() {
    RateLimiter limiter = RateLimiter.builder("r")
        .rate(3, Duration.ofSeconds(1))
        .burst(1)
        .maxWait(Duration.ofSeconds(1))
        .timeSource(time)
        .build();

    for (int i = 0; i <= 3 * 86_400; i++) {
      limiter.acquire();
    }

    // Each waits up to a nanosecond longer for a whole one, but none passes that on to the next.
    assertThat(limiter.snapshot().retryAfter()).isEqualTo(Duration.ofNanos(333_333_334));
    assertThat(time.elapsed()).isBetween(Duration.ofDays(1), Duration.ofDays(1).plusNanos(300_000));
  }

  // The meter begins anew every second or so, since its units are that small.
  @Test
  void aMeterThatBeginsAnewGoesOnWhereItWas() {
    Bucket bucket = new Bucket(Rate.of(999_999_937, Duration.ofSeconds(1), 5), time.nanoTime());
    assertThat(bucket.tryTake(time.nanoTime(), 5)).isTrue();
    Answer waiting = bucket.reserve(time.nanoTime(), 1_000);
    long first = time.nanoTime();

    time.advance(Duration.ofNanos(4));
    for (int i = 0; i < 20; i++) {
      assertThat(bucket.tryTake(time.nanoTime(), 2)).as("at %s", time).isTrue();
      assertThat(bucket.read(time.nanoTime()).available()).isEqualTo(i == 0 ? 0 : 3);
      time.advance(Duration.ofMillis(700));
      assertThat(bucket.read(time.nanoTime()).available()).isEqualTo(5);
    }
    assertThat(waiting).isInstanceOf(Reservation.class);
    bucket.giveBack((Reservation) waiting); // of a meter that is long gone
    assertThat(time.nanoTime() - first).isEqualTo(14_000_000_004L);
    assertThat(bucket.read(time.nanoTime()).available()).isEqualTo(5);
  }

  @Test
  void aTimeOfMoreThanEighteenYearsIsTakenForEighteen() {
    Rate longest = Rate.of(1, Duration.ofNanos(1L << 59), 1);

    assertThat(Rate.of(1, Duration.ofSeconds(Long.MAX_VALUE), 1)).isEqualTo(longest);
    assertThat(longest).isEqualTo(new Rate(1, 1L << 59, 1));
  }

  private static BigDecimal error(Rate rate, int permits, Duration per) {
    BigDecimal exact = new BigDecimal(per.toNanos())
        .multiply(BigDecimal.valueOf(rate.unitsPerNano()))
        .divide(BigDecimal.valueOf(permits), MathContext.DECIMAL128);
    return BigDecimal.valueOf(rate.interval())
        .subtract(exact)
        .divide(exact, MathContext.DECIMAL128);
  }

  private RateLimiter limiter(int permits, Duration per, int burst) {
    return RateLimiter.builder("r")
        .rate(permits, per)
        .burst(burst)
        .timeSource(time)
        .build();
  }
}
