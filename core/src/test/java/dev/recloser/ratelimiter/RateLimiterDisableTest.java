package dev.recloser.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A limiter that is switched off and on. */
class RateLimiterDisableTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final List<RateLimiterEvent> events = new ArrayList<>();
  private final RateLimiter limiter = RateLimiter.builder("r")
      .rate(1, Duration.ofSeconds(1))
      .maxWait(Duration.ofSeconds(1))
      .timeSource(time)
      .build();

  @Test
  void letsAllPassAtOnceAndTakesNoPermits() {
    limiter.onEvent(events::add);
    limiter.disable();

    assertThat(limiter.tryAcquire(100)).isTrue();
    limiter.acquire();
    assertThat(limiter.call(() -> "now")).isEqualTo("now");
    assertThat(limiter.callOrElse(() -> "now", refusal -> "refused")).isEqualTo("now");
    assertThat(limiter.callAsync(() -> CompletableFuture.completedFuture("now")))
        .isCompletedWithValue("now");
    assertThat(time.elapsed()).isZero();
    assertThat(events).isEmpty();

    limiter.enable();
    assertThat(limiter.tryAcquire()).isTrue();
    assertThat(limiter.tryAcquire()).isFalse();
  }

  @Test
  void thoseWhoWaitKeepTheirInstants() {
    limiter.acquire();
    CompletableFuture<String> waiting =
        limiter.callAsync(() -> CompletableFuture.completedFuture("later"));

    limiter.disable();
    assertThat(waiting).isNotDone();
    time.advance(Duration.ofMillis(999));
    assertThat(waiting).isNotDone();
    time.advance(Duration.ofMillis(1));
    assertThat(waiting).isCompletedWithValue("later");
  }
}
