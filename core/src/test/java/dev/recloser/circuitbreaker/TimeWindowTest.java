package dev.recloser.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimeWindowTest implements RuleWindowContract {
  private static final long SECOND = 1_000_000_000L;

  @Override
  public Pair create(Random random, long start) {
    long span = 100L + random.nextInt(10_000);
    double rate = 0.01 + 0.99 * random.nextDouble();
    RateRule rule = random.nextBoolean()
        ? TripRule.failureRate(rate)
        : TripRule.slowCallRate(rate, Duration.ofNanos(10));
    rule = rule.over(Duration.ofNanos(span)).minimumCalls(1 + random.nextInt(100));
    return new Pair(rule.newWindow(start), NaiveWindow.overTime(rule, start, span), span / 5);
  }

  private static RuleWindow of(Duration span, int minimum, long start) {
    return TripRule.failureRate(0.5).over(span).minimumCalls(minimum).newWindow(start);
  }

  @Test
  void aCallCountsForMoreThanNineTenthsOfTheSpanAndNotLonger() {
    for (long offset : new long[] {0, 1, SECOND / 2, SECOND - 1}) {
      RuleWindow window = of(Duration.ofSeconds(10), 1, 0);
      window.record(true, -1, offset);
      assertThat(window.snapshot(offset + 9 * SECOND).calls())
          .as("more than nine tenths")
          .isEqualTo(1);
      assertThat(window.snapshot(offset + 10 * SECOND).calls())
          .as("not longer than the span")
          .isZero();
    }
  }

  // C32
  @Test
  void aLongGapIsPaidForOnce() {
    long year = Duration.ofDays(365).toNanos();
    for (long gap : new long[] {3600 * SECOND, year, 10 * year}) {
      RuleWindow window = of(Duration.ofSeconds(6), 5, 0);
      window.record(false, -1, 0);
      for (int i = 0; i < 5; i++) {
        long now = gap + i * SECOND / 10;
        window.record(true, -1, now);
        assertThat(window.snapshot(now).calls()).isEqualTo(i + 1);
        assertThat(window.exceeded(now)).isEqualTo(i == 4);
      }
    }
  }

  // C29: with ten slices in any span, a one-second window has no single bucket to lose.
  @Test
  void worksOverASpanOfOneSecond() {
    RuleWindow window = of(Duration.ofSeconds(1), 1, 0);
    for (int second = 0; second < 3; second++) {
      window.record(true, -1, second * SECOND);
      assertThat(window.snapshot(second * SECOND).calls()).isEqualTo(1);
    }
    assertThat(window.snapshot(3 * SECOND).calls()).isZero();
  }

  @Test
  void worksOverSpansOfNanosecondsAndOfCenturies() {
    for (Duration span :
        new Duration[] {Duration.ofNanos(1), Duration.ofNanos(9), Duration.ofSeconds(Long.MAX_VALUE)
        }) {
      RuleWindow window = of(span, 1, -5);
      window.record(true, -1, 0);
      assertThat(window.snapshot(0).calls()).isEqualTo(1);
      assertThat(window.exceeded(0)).isTrue();
    }
  }

  // E24: the peer goes blind for good when the clock steps back.
  @Test
  void aClockThatStepsBackNeitherBlindsItNorDropsACall() {
    for (long back : new long[] {SECOND / 20, SECOND, 2 * SECOND, 30 * SECOND, 3600 * SECOND}) {
      RuleWindow window = of(Duration.ofSeconds(10), 20, 0);
      long now = 100 * SECOND;
      for (int i = 0; i < 50; i++) {
        window.record(false, -1, now);
        now += SECOND / 10;
      }
      now -= back;
      assertThat(window.snapshot(now).calls()).isEqualTo(50);
      int failures = 0;
      while (!window.exceeded(now)) {
        window.record(true, -1, now);
        now += SECOND / 10;
        failures++;
        assertThat(failures)
            .as("failures until it trips, %d ns back", back)
            .isLessThanOrEqualTo(60);
      }
    }
  }

  @Test
  void aLateReadingGoesToTheNewestSlice() {
    RuleWindow window = of(Duration.ofSeconds(10), 1, 0);
    window.record(false, -1, 50 * SECOND);
    window.record(true, -1, 3 * SECOND);
    window.record(true, -1, -3 * SECOND);
    assertThat(window.snapshot(50 * SECOND).calls()).isEqualTo(3);
    assertThat(window.snapshot(59 * SECOND).calls()).isEqualTo(3);
    assertThat(window.snapshot(60 * SECOND).calls()).isZero();
  }

  // C91, C92
  @Test
  void theOriginOfTheClockChangesNothing() {
    long[] origins = {0, Long.MIN_VALUE, Long.MAX_VALUE - 5 * SECOND, Long.MAX_VALUE / 256, -1};
    RuleWindow[] windows = new RuleWindow[origins.length];
    for (int i = 0; i < origins.length; i++) {
      windows[i] = of(Duration.ofSeconds(10), 5, origins[i]);
    }
    Random random = new Random(7);
    for (long now = 0; now < 60 * SECOND; now += random.nextLong(SECOND / 8)) {
      boolean failed = random.nextInt(3) == 0;
      for (int i = 0; i < origins.length; i++) {
        windows[i].record(failed, -1, origins[i] + now);
        assertThat(windows[i].snapshot(origins[i] + now)).isEqualTo(windows[0].snapshot(now));
      }
    }
  }
}
