package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerConfig;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.retry.Retry;
import dev.recloser.time.ManualTimeSource;
import dev.recloser.time.TimeSource;
import dev.recloser.time.Timer;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Document 000: cooldowns are measured on a clock that can be injected, of which only differences matter. */
class InjectedClockTest {
  private static final Duration COOLDOWN = Duration.ofSeconds(10);
  private static final Duration NANO = Duration.ofNanos(1);

  private final Dependency remote = new Dependency();

  @Test // S000-30, S000-41
  void onlyMovingTheInjectedClockEndsTheCooldown() {
    HandClock clock = new HandClock(Instant.parse("2026-07-04T12:00:00Z"));
    CircuitBreaker breaker = Classic.breaker(2, COOLDOWN, TimeSource.from(clock));
    remote.play(breaker, "FF");
    assertThat(breaker.admits()).isFalse();

    clock.advance(COOLDOWN.minus(NANO));
    assertThat(breaker.admits()).isFalse();
    clock.advance(NANO);
    remote.play(breaker, "S");
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
  }

  @Test // S000-31
  void theDefaultClockIsMonotonic() {
    TimeSource time = CircuitBreakerConfig.ofConsecutiveFailures(2, COOLDOWN).timeSource();
    assertThat(time).isSameAs(TimeSource.system());

    long before = System.nanoTime();
    long reading = time.nanoTime();
    long after = System.nanoTime();
    assertThat(reading - before).isNotNegative();
    assertThat(after - reading).isNotNegative();
  }

  @Test // S000-32
  void testsAdvanceTimeInsteadOfSleeping() {
    ManualTimeSource time = new ManualTimeSource();
    CircuitBreaker breaker = Classic.breaker(2, Duration.ofDays(365), time);
    remote.play(breaker, "FF");

    time.advance(Duration.ofDays(365));
    remote.play(breaker, "S");
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
  }

  @ParameterizedTest // S000-39
  @MethodSource("basesInNanos")
  void theOriginOfATimeSourceDoesNotMatter(long base) {
    ManualTimeSource hand = new ManualTimeSource();
    CircuitBreaker breaker = Classic.breaker(2, COOLDOWN, new RebasedTimeSource(hand, base));

    assertDecisionsAreTheSame(breaker, hand::advance);
  }

  static LongStream basesInNanos() {
    return LongStream.of(
        0, 1_767_225_600_000_000_000L, Long.MIN_VALUE, Long.MAX_VALUE - 5_000_000_000L);
  }

  @ParameterizedTest // S000-39
  @MethodSource("basesInMillis")
  void theDateOfAClockDoesNotMatter(Instant base) {
    HandClock clock = new HandClock(base);
    CircuitBreaker breaker = Classic.breaker(2, COOLDOWN, TimeSource.from(clock));

    assertDecisionsAreTheSame(breaker, clock::advance);
  }

  static Stream<Instant> basesInMillis() {
    return Stream.of(
        Instant.EPOCH,
        Instant.parse("2026-01-01T00:00:00Z"),
        Instant.ofEpochMilli(Long.MIN_VALUE),
        Instant.ofEpochMilli(Long.MAX_VALUE).minusSeconds(5));
  }

  @Test // S000-40
  void onAFixedClockItTripsAndStaysOpen() {
    Clock fixed = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
    CircuitBreaker breaker = Classic.breaker(5, COOLDOWN, TimeSource.from(fixed));
    remote.play(breaker, "FFFFSFFFFF");
    assertThat(breaker.state()).isEqualTo(State.OPEN);

    for (int i = 0; i < 1000; i++) {
      assertThat(breaker.tryAcquire()).isEmpty();
    }
    assertThat(breaker.snapshot().retryAfter()).contains(COOLDOWN);
  }

  @Test // S000-40
  void onAFixedClockARetryEnds() {
    Clock fixed = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
    Retry retry = Retry.builder("remote")
        .backoff(Backoff.fixed(NANO))
        .maxDuration(Duration.ofSeconds(1))
        .timeSource(TimeSource.from(fixed))
        .build();

    assertThatThrownBy(() -> retry.call(remote::fail)).isInstanceOf(IOException.class);
    assertThat(remote.calls()).isEqualTo(3);
  }

  @ParameterizedTest // S000-36
  @ValueSource(ints = {0, -1})
  void theFailureThresholdMustBeAtLeastOne(int failures) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TripRule.consecutiveFailures(failures))
        .withMessage("consecutiveFailures must be at least 1, but was " + failures);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CircuitBreaker.ofConsecutiveFailures("remote", failures, COOLDOWN))
        .withMessage("failures must be at least 1, but was " + failures);
  }

  @Test // S000-37
  void theCooldownMustBePositive() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CircuitBreaker.builder("remote")
            .cooldown(Backoff.fixed(Duration.ZERO))
            .build())
        .withMessageMatching("cooldown must be positive, but was .+");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CircuitBreaker.builder("remote")
            .cooldown(Backoff.fixed(NANO.negated()))
            .build())
        .withMessageMatching("delay must not be negative, but was .+");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CircuitBreaker.ofConsecutiveFailures("remote", 5, Duration.ZERO))
        .withMessage("cooldown must be positive, but was PT0S");

    ManualTimeSource time = new ManualTimeSource();
    CircuitBreaker shortest = Classic.breaker(1, NANO, time);
    remote.play(shortest, "F");
    time.advance(NANO);
    remote.play(shortest, "S");
    assertThat(shortest.state()).isEqualTo(State.CLOSED);
  }

  @Test // S000-38
  @SuppressWarnings("NullAway") // What happens to callers without it is the question.
  void theClockMustNotBeNull() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CircuitBreaker.builder("remote").timeSource(null).build())
        .withMessage("timeSource must not be null, but was null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TimeSource.from(null))
        .withMessage("clock must not be null, but was null");
  }

  private void assertDecisionsAreTheSame(CircuitBreaker breaker, Consumer<Duration> advance) {
    remote.play(breaker, "FSFF");
    assertThat(breaker.state()).isEqualTo(State.OPEN);
    advance.accept(COOLDOWN.minus(NANO));
    assertThat(breaker.admits()).isFalse();

    advance.accept(NANO);
    remote.play(breaker, "F");
    assertThat(breaker.state()).isEqualTo(State.OPEN);
    advance.accept(COOLDOWN.minus(NANO));
    assertThat(breaker.admits()).isFalse();

    advance.accept(NANO);
    assertThat(breaker.tryAcquire()).isPresent(); // and is lost
    advance.accept(COOLDOWN.minus(NANO));
    assertThat(breaker.admits()).isFalse();

    advance.accept(NANO);
    remote.play(breaker, "S");
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
  }

  /** Another time source's time, counted from another origin. */
  private record RebasedTimeSource(ManualTimeSource hand, long base) implements TimeSource {

    @Override
    public long nanoTime() {
      return base + hand.elapsed().toNanos();
    }

    @Override
    public Instant wallTime() {
      return hand.wallTime();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
      hand.sleep(duration);
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
      return hand.schedule(delay, task);
    }
  }
}
