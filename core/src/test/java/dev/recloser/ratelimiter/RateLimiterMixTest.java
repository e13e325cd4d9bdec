package dev.recloser.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.CallInterruptedException;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Waits, cancels, interrupts and new settings at random: 100,000 steps in all. */
class RateLimiterMixTest {
  private static final int SEEDS = 500;
  private static final int STEPS = 200;

  private final ManualTimeSource time = new ManualTimeSource();
  private final List<CompletableFuture<Long>> futures = new ArrayList<>();
  private final List<Long> passed = new ArrayList<>();

  static Stream<Integer> seeds() {
    return IntStream.range(0, SEEDS).boxed();
  }

  @AfterEach
  void clearTheInterruptFlag() {
    Thread.interrupted();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void neverPassesMoreThanTheRateAndLeavesNothingBehind(int seed) {
    Random random = new Random(seed);
    boolean reconfigures = seed % 2 == 0;
    Settings settings = new Settings(random);
    RateLimiter limiter = RateLimiter.of("r", settings.draw());

    for (int i = 0; i < STEPS; i++) {
      step(random, limiter);
      if (reconfigures && random.nextInt(20) == 0) {
        limiter.reconfigure(settings.draw());
      }
    }
    time.advance(Duration.ofMinutes(10));

    assertThat(futures).allSatisfy(future -> assertThat(future).isDone());
    assertThat(time.pendingTimers()).isZero();
    assertThat(limiter.snapshot().waiting()).isZero();
    assertThat(limiter.snapshot().available()).isEqualTo(limiter.config().burst());
    assertNeverMore(settings.largestBurst, settings.shortestInterval);
  }

  /** Draws settings with a whole number of nanoseconds between permits. */
  private final class Settings {
    private final Random random;
    private int largestBurst;
    private long shortestInterval = Long.MAX_VALUE;

    Settings(Random random) {
      this.random = random;
    }

    RateLimiterConfig draw() {
      long interval = 1L + random.nextInt(100);
      int burst = 1 + random.nextInt(random.nextBoolean() ? 1 : 5);
      largestBurst = Math.max(largestBurst, burst);
      shortestInterval = Math.min(shortestInterval, interval);
      return RateLimiterConfig.builder()
          .rate(1, Duration.ofNanos(interval))
          .burst(burst)
          .maxWait(Duration.ofNanos(random.nextInt(1000)))
          .timeSource(time)
          .build();
    }
  }

  private void step(Random random, RateLimiter limiter) {
    switch (random.nextInt(10)) {
      case 0, 1, 2 ->
        futures.add(limiter.callAsync(() -> CompletableFuture.completedFuture(pass())));
      case 3, 4 -> {
        if (!futures.isEmpty()) {
          futures.get(random.nextInt(futures.size())).cancel(true);
        }
      }
      case 5 -> {
        int permits = 1 + random.nextInt(3);
        if (limiter.tryAcquire(permits)) {
          IntStream.range(0, permits).forEach(i -> pass());
        }
      }
      case 6 -> acquire(limiter);
      case 7 -> {
        time.schedule(Duration.ofNanos(random.nextInt(300)), Thread.currentThread()::interrupt);
        acquire(limiter);
      }
      default -> time.advance(Duration.ofNanos(random.nextInt(200)));
    }
  }

  private void acquire(RateLimiter limiter) {
    try {
      limiter.run(this::pass);
    } catch (RateLimitedException e) {
      assertThat(limiter.snapshot().retryAfter()).isPositive();
    } catch (CallInterruptedException e) {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  private long pass() {
    passed.add(time.elapsed().toNanos());
    return passed.size();
  }

  private void assertNeverMore(int burst, long interval) {
    long fullAt = 0;
    for (long at : passed) {
      fullAt = Math.max(fullAt, at) + interval;
      assertThat(fullAt - at).as("at %s of %s", at, passed).isLessThanOrEqualTo(burst * interval);
    }
  }
}
