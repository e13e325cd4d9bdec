package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.recloser.Backoff;
import dev.recloser.retry.Retry;
import dev.recloser.retry.RetryConfig;
import dev.recloser.retry.RetryEvent.Retrying;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Document 004: {@code delay = min(maxDelay, base * 2^(attempt - 1)) * (1 ± jitter)}. */
class RetryBackoffTest {
  private static final long LEAST = 0;
  private static final long HALF = 1L << 63;
  private static final long MOST = -1L; // just under 1

  private final ManualTimeSource time = new ManualTimeSource();

  @ParameterizedTest // S004-9, S004-11
  @CsvSource({LEAST + ",160,320", HALF + ",200,400", MOST + ",240,480"})
  void theDefaultWaitsTwoHundredMillisecondsAndDoublesWithinAFifth(
      long bits, long firstMillis, long secondMillis) {
    Retry retry = Retry.builder("task").random(() -> bits).timeSource(time).build();

    assertThat(waits(retry))
        .containsExactly(Duration.ofMillis(firstMillis), Duration.ofMillis(secondMillis));
    assertThat(time.elapsed()).isEqualTo(Duration.ofMillis(firstMillis + secondMillis)); // S004-31
  }

  @Test // S004-10
  void theDefaultCapIsTenSeconds() {
    Backoff backoff = RetryConfig.ofDefaults().backoff();
    RandomGenerator middle = () -> HALF;

    assertThat(backoff.delay(6, Duration.ZERO, middle)).isEqualTo(Duration.ofMillis(6_400));
    assertThat(backoff.delay(7, Duration.ZERO, middle)).isEqualTo(Duration.ofSeconds(10));
  }

  @Test // S004-4, S004-19
  void withoutJitterTheWaitsDoubleUpToTheCap() {
    Retry retry = Retry.builder("task")
        .maxAttempts(9)
        .backoff(Backoff.exponential(Duration.ofMillis(200), 2, Duration.ofSeconds(10)))
        .timeSource(time)
        .build();

    assertThat(waits(retry))
        .extracting(Duration::toMillis)
        .containsExactly(200L, 400L, 800L, 1600L, 3200L, 6400L, 10_000L, 10_000L);
  }

  @Test // S004-20
  void jitterAppliesAfterTheCapAndMayPassIt() {
    Duration longest = RetryConfig.ofDefaults().backoff().delay(20, Duration.ZERO, () -> MOST);

    assertThat(longest).isBetween(Duration.ofMillis(11_999), Duration.ofSeconds(12));
  }

  @Test // S004-21
  void jitterIsRandomSymmetricAndProportional() {
    Backoff backoff = Backoff.fixed(Duration.ofSeconds(1)).withJitter(0.2);
    RandomGenerator random = new SplittableRandom(42);

    DoubleSummaryStatistics factors = IntStream.range(0, 100_000)
        .mapToDouble(i -> backoff.delay(1, Duration.ZERO, random).toNanos() / 1e9)
        .summaryStatistics();

    assertThat(factors.getMin()).isBetween(0.8, 0.8001);
    assertThat(factors.getMax()).isBetween(1.1999, 1.2);
    assertThat(factors.getAverage()).isCloseTo(1, within(0.001));
  }

  @Test // S004-22
  void withoutJitterNoRandomNumberIsDrawn() {
    Retry retry = Retry.builder("task")
        .backoff(Backoff.fixed(Duration.ofMillis(50)).withJitter(0))
        .random(() -> {
          throw new AssertionError("asked for a random number");
        })
        .timeSource(time)
        .build();

    assertThat(waits(retry)).containsExactly(Duration.ofMillis(50), Duration.ofMillis(50));
  }

  @Test // S004-4, S004-15
  void theDocumentsOwnSettingsAreKept() {
    Retry retry = Retry.builder("task")
        .maxAttempts(5)
        .backoff(Backoff.exponential(Duration.ofMillis(100), 2, Duration.ofSeconds(2))
            .withJitter(0.3))
        .retryOn(IOException.class)
        .random(() -> MOST)
        .timeSource(time)
        .build();

    assertThat(waits(retry))
        .extracting(Duration::toMillis)
        .containsExactly(130L, 260L, 520L, 1040L);
  }

  /** Plays a task that always fails, and returns the waits between its attempts. */
  private static List<Duration> waits(Retry retry) {
    List<Duration> waits = new ArrayList<>();
    retry.on(Retrying.class, event -> waits.add(event.delay()));
    assertThatThrownBy(() -> retry.run(() -> {
          throw new IOException("down");
        }))
        .isInstanceOf(IOException.class);
    return waits;
  }
}
