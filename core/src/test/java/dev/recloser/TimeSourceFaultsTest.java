package dev.recloser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.ratelimiter.RateLimiter;
import dev.recloser.time.ManualTimeSource;
import dev.recloser.time.TimeSource;
import dev.recloser.time.Timer;
import dev.recloser.timeout.Timeout;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A clock that can start no timer, for want of threads say, leaves nothing behind. */
class TimeSourceFaultsTest {
  private final OutOfMemoryError fault = new OutOfMemoryError("unable to create native thread");
  private final TimeSource broken = new Broken(new ManualTimeSource(), fault);

  private record Broken(ManualTimeSource time, Error fault) implements TimeSource {
    @Override
    public long nanoTime() {
      return time.nanoTime();
    }

    @Override
    public Instant wallTime() {
      return time.wallTime();
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
      throw fault;
    }

    @Override
    public void sleep(Duration duration) {
      throw fault;
    }
  }

  @Test
  void aTimeoutLeavesNoDeadlineOnTheThread() {
    Timeout timeout =
        Timeout.builder("t").limit(Duration.ofMillis(50)).timeSource(broken).build();
    assertThatThrownBy(() -> timeout.call(() -> 1)).isSameAs(fault);
    assertThat(Call.current().deadline()).isEmpty();
  }

  @Test
  void anAsyncTimeoutCancelsWhatItCannotEnd() {
    Timeout timeout =
        Timeout.builder("t").limit(Duration.ofMillis(50)).timeSource(broken).build();
    CompletableFuture<String> run = new CompletableFuture<>();
    CompletableFuture<String> future = timeout.callAsync(() -> run);
    assertThat(future.handle((value, failure) -> failure)).isCompletedWithValue(fault);
    assertThat(run).isCancelled();
  }

  @Test
  void aRateLimiterTakesBackAPromiseThatNobodyWaitsFor() {
    RateLimiter limiter = RateLimiter.builder("l")
        .rate(1, Duration.ofSeconds(10))
        .maxWait(Duration.ofMinutes(1))
        .timeSource(broken)
        .build();
    limiter.acquire();
    assertThatThrownBy(limiter::acquire).isSameAs(fault);
    assertThat(limiter.snapshot().waiting()).isZero();
  }
}
