package dev.recloser.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.time.ManualTimeSource;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class RateLimiterConfigTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final RateLimiterConfig config =
      RateLimiterConfig.builder().rate(10, SECOND).build();

  @Test
  void hasDefaultsForAllButTheRate() {
    assertThat(config.permits()).isEqualTo(10);
    assertThat(config.per()).isEqualTo(SECOND);
    assertThat(config.burst()).isEqualTo(10);
    assertThat(config.maxWait()).isZero();
    assertThat(config.timeSource()).isSameAs(TimeSource.system());
    assertThat(config).hasToString("RateLimiterConfig[10 per PT1S, burst=10, maxWait=PT0S]");
  }

  @Test
  void smoothSavesNothingUpAndBurstyWhatComesInTheTime() {
    assertThat(RateLimiter.smooth("r", 10, SECOND).config().burst()).isEqualTo(1);
    assertThat(RateLimiter.bursty("r", 10, SECOND).config().burst()).isEqualTo(10);
    assertThat(RateLimiter.of("r", config).config()).isSameAs(config);
  }

  @Test
  void isComparedByValueAndRebuilt() {
    ManualTimeSource time = new ManualTimeSource();
    RateLimiterConfig other =
        config.toBuilder().burst(3).maxWait(SECOND).timeSource(time).build();

    assertThat(other).isNotEqualTo(config).isEqualTo(other.toBuilder().build());
    assertThat(other).hasSameHashCodeAs(other.toBuilder().build());
    assertThat(RateLimiter.builder("r").config(other).build().config()).isEqualTo(other);
  }

  @Test
  void aBurstThatWasNotSetGoesWithTheRate() {
    assertThat(config.toBuilder().rate(50, SECOND).build().burst()).isEqualTo(50);
    assertThat(config.toBuilder().burst(3).rate(50, SECOND).build().burst()).isEqualTo(3);
  }

  @Test
  void refusesWhatIsOutOfRange() {
    RateLimiterConfig.Builder builder = config.toBuilder();

    assertRefused(() -> builder.rate(0, SECOND), "permits must be at least 1, but was 0");
    assertRefused(() -> builder.rate(1, Duration.ZERO), "per must be positive, but was PT0S");
    assertRefused(() -> builder.burst(0), "burst must be at least 1, but was 0");
    assertRefused(
        () -> builder.maxWait(Duration.ofNanos(-1)),
        "maxWait must not be negative, but was PT-0.000000001S");
    assertRefused(
        () -> RateLimiter.smooth(" ", 1, SECOND), "name must not be blank, but was \" \"");
    assertRefused(() -> RateLimiter.builder("r").build(), "rate must be set: there is no default");
    assertRefused(
        () -> builder.rate(1, Duration.ofDays(1)).burst(10_000).build(),
        "burst must come back within 18 years at 1 permits in PT24H, but was 10000");
  }

  @Test
  @SuppressWarnings("NullAway") // What a caller without a checker may pass.
  void refusesNull() {
    RateLimiterConfig.Builder builder = config.toBuilder();
    RateLimiter limiter = RateLimiter.of("r", config);

    assertRefused(() -> builder.rate(1, null), "per must not be null, but was null");
    assertRefused(() -> builder.maxWait(null), "maxWait must not be null, but was null");
    assertRefused(() -> builder.timeSource(null), "timeSource must not be null, but was null");
    assertRefused(() -> builder.config(null), "config must not be null, but was null");
    assertRefused(() -> RateLimiter.of("r", null), "config must not be null, but was null");
    assertRefused(() -> RateLimiter.builder(null), "name must not be null, but was null");
    assertRefused(() -> limiter.call(null), "task must not be null, but was null");
    assertRefused(() -> limiter.run(null), "task must not be null, but was null");
    assertRefused(() -> limiter.callAsync(null), "task must not be null, but was null");
    assertRefused(() -> limiter.callOrElse(null, e -> 1), "task must not be null, but was null");
    assertRefused(
        () -> limiter.callOrElse(() -> 1, null), "otherwise must not be null, but was null");
    assertRefused(() -> limiter.reconfigure(null), "config must not be null, but was null");
    assertThat(limiter.snapshot().available()).isEqualTo(10);
  }

  private static void assertRefused(ThrowingCallable action, String message) {
    assertThatThrownBy(action).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }
}
