package dev.recloser.proof.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.CallInterruptedException;
import dev.recloser.ratelimiter.RateLimitedException;
import dev.recloser.ratelimiter.RateLimiter;
import dev.recloser.time.ManualTimeSource;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** How many calls a rate limiter lets through, and what a wait for it costs. */
class RateLimiterFaultsTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private long theirNanos;

  private io.github.resilience4j.ratelimiter.RateLimiter theirs(
      int limit, Duration period, Duration timeout) {
    return io.github.resilience4j.ratelimiter.RateLimiter.of(
        "theirs",
        RateLimiterConfig.custom()
            .limitForPeriod(limit)
            .limitRefreshPeriod(period)
            .timeoutDuration(timeout)
            .build());
  }

  private RateLimiter ours(int permits, Duration per, Duration maxWait) {
    return RateLimiter.builder("ours")
        .rate(permits, per)
        .burst(permits)
        .maxWait(maxWait)
        .timeSource(time)
        .build();
  }

  @Test
  @Experiment(
      value = "E33",
      peer = "a wait that cannot succeed lasts its whole timeout, and then fails",
      ours = "it fails at once, and says when to come back")
  void aHopelessWaitFailsAtOnce() {
    var theirs = theirs(1, Duration.ofHours(1), Duration.ofMillis(20));
    RateLimiter ours = ours(1, Duration.ofHours(1), Duration.ofMillis(20));
    assertThat(theirs.acquirePermission()).isTrue();
    assertThat(ours.tryAcquire()).isTrue();

    long begun = System.nanoTime();
    assertThat(theirs.acquirePermission()).isFalse();
    long waited = System.nanoTime() - begun;
    Duration before = time.elapsed();
    assertThatThrownBy(ours::acquire)
        .isInstanceOfSatisfying(
            RateLimitedException.class,
            refusal -> assertThat(refusal.retryAfter()).contains(Duration.ofHours(1)));

    assertThat(waited).isGreaterThanOrEqualTo(Duration.ofMillis(20).toNanos());
    assertThat(time.elapsed()).isEqualTo(before);
  }

  @Test
  @Experiment(
      value = "E35",
      peer = "grants 20 in a millisecond, across the edge of a cycle, at a limit of 10 a second",
      ours = "no edge: 10, and one more each tenth of a second")
  void thereIsNoBurstAcrossAnEdge() {
    var theirs = io.github.resilience4j.ratelimiter.RateLimiter.of(
        "theirs",
        RateLimiterConfig.custom()
            .limitForPeriod(10)
            .limitRefreshPeriod(Duration.ofSeconds(1))
            .timeoutDuration(Duration.ZERO)
            .build(),
        () -> theirNanos);
    RateLimiter ours = ours(10, Duration.ofSeconds(1), Duration.ZERO);
    Duration almost = Duration.ofSeconds(1).minusNanos(1);
    theirNanos += almost.toNanos();
    time.advance(almost);

    int theirGrants = granted(theirs::acquirePermission);
    int ourGrants = granted(ours::tryAcquire);
    theirNanos += 1_000_000;
    time.advance(Duration.ofMillis(1));
    theirGrants += granted(theirs::acquirePermission);
    ourGrants += granted(ours::tryAcquire);

    assertThat(theirGrants).isEqualTo(20);
    assertThat(ourGrants).isEqualTo(10);
  }

  private static int granted(BooleanSupplier acquire) {
    int granted = 0;
    while (acquire.getAsBoolean()) {
      granted++;
    }
    return granted;
  }

  @Test
  @Experiment(
      value = "E36",
      peer = "an interrupted waiter keeps its reservation: -1 permits are free",
      ours = "the reservation is given back")
  void anInterruptedWaiterGivesItsReservationBack() {
    var theirs = theirs(1, Duration.ofHours(1), Duration.ofHours(2));
    RateLimiter ours = ours(1, Duration.ofHours(1), Duration.ofHours(2));
    assertThat(theirs.acquirePermission()).isTrue();
    assertThat(ours.tryAcquire()).isTrue();

    Thread.currentThread().interrupt();
    assertThat(theirs.acquirePermission()).isFalse();
    Thread.currentThread().interrupt();
    assertThatThrownBy(ours::acquire).isInstanceOf(CallInterruptedException.class);
    assertThat(Thread.interrupted()).isTrue();

    assertThat(theirs.getMetrics().getAvailablePermissions()).isEqualTo(-1);
    time.advance(Duration.ofHours(1));
    assertThat(ours.tryAcquire()).isTrue();
  }

  @Test
  @Experiment(
      value = "E37",
      peer = "the defaults limit nothing: 100 million permits a second",
      ours = "there is no default rate; one must be given")
  void aRateMustBeGiven() {
    var theirs = io.github.resilience4j.ratelimiter.RateLimiter.ofDefaults("theirs");
    for (int i = 0; i < 10_000; i++) {
      assertThat(theirs.acquirePermission()).isTrue();
    }

    assertThatThrownBy(() -> RateLimiter.builder("ours").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rate");
  }
}
