package dev.recloser.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.ForwardingTime;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Readings of the clock that are older than those of others. */
class RateLimiterStaleClockTest {
  private final SteppingTime time = new SteppingTime();
  private final RateLimiter limiter = RateLimiter.builder("r")
      .rate(5, Duration.ofSeconds(1))
      .maxWait(Duration.ofSeconds(1))
      .timeSource(time)
      .build();

  /** A time that can be set back. */
  private static final class SteppingTime extends ForwardingTime {
    private long millis;

    SteppingTime() {
      super(new ManualTimeSource());
    }

    @Override
    public long nanoTime() {
      return Long.MAX_VALUE - 50_000_000 + millis * 1_000_000;
    }
  }

  // C100
  @Test
  void aReadingFromBeforeOthersTookAllRefillsNothing() {
    time.millis = 200;
    assertThat(limiter.tryAcquire(5)).isTrue();

    time.millis = 100;

    assertThat(limiter.tryAcquire()).isFalse();
    assertThat(limiter.snapshot().available()).isZero();
    time.millis = 399;
    assertThat(limiter.tryAcquire()).isFalse();
    time.millis = 400;
    assertThat(limiter.tryAcquire()).isTrue();
    assertThat(limiter.tryAcquire()).isFalse();
  }

  @Test
  void aReadingFromBeforeTheLimiterWasMadeTakesWhatThereIs() {
    time.millis = -1_000;

    assertThat(limiter.tryAcquire(5)).isFalse(); // not full before it was made
    time.millis = 0;
    assertThat(limiter.tryAcquire(5)).isTrue();
    assertThat(limiter.tryAcquire()).isFalse();
  }

  @Test
  void aReadingFromBeforeTheLineBeganJoinsItsEnd() {
    time.millis = 200;
    assertThat(limiter.tryAcquire(5)).isTrue();
    var first = limiter.callAsync(() -> new CompletableFuture<String>());
    assertThat(limiter.snapshot().retryAfter()).isEqualTo(Duration.ofMillis(400));

    time.millis = 100;

    assertThat(limiter.snapshot().retryAfter()).isEqualTo(Duration.ofMillis(500));
    assertThat(limiter.tryAcquire()).isFalse();
    first.cancel(true);
    assertThat(limiter.snapshot().retryAfter()).isEqualTo(Duration.ofMillis(300));
  }

  @Test
  void aClockThatIsSetFarBackRefusesAndNeverGivesTooMuch() {
    RateLimiter fine = RateLimiter.builder("r")
        .rate(999_999_937, Duration.ofSeconds(1))
        .burst(3)
        .timeSource(time)
        .build();
    assertThat(fine.tryAcquire(3)).isTrue();

    time.millis = -100_000;
    assertThat(fine.tryAcquire()).isFalse();
    assertThat(fine.tryAcquire()).isFalse();
    time.millis = 1;

    assertThat(fine.tryAcquire(3)).isTrue();
    assertThat(fine.tryAcquire()).isFalse();
  }
}
