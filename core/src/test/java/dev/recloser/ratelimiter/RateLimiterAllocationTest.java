package dev.recloser.ratelimiter;

import static dev.recloser.Allocations.assertNone;
import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.CheckedRunnable;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a call costs the garbage collector: nothing. */
class RateLimiterAllocationTest {
  private final RateLimiter granting =
      RateLimiter.bursty("r", 2_000_000_000, Duration.ofSeconds(1));
  private int value;

  @Test
  void aGrantedCallAllocatesNothing() {
    // Made once, since a lambda that captures something is an object too.
    CheckedRunnable<RuntimeException> task = () -> value++;

    assertNone(() -> value += granting.call(() -> 1));
    assertNone(() -> value += granting.callOrElse(() -> 1, refusal -> 2));
    assertNone(() -> granting.run(task));
    assertThat(granting.snapshot().rejected()).isZero();
  }

  @Test
  void aPermitAllocatesNothing() {
    assertNone(granting::acquire);
    assertNone(() -> value += granting.tryAcquire() ? 1 : 0);
    assertNone(() -> value += granting.tryAcquire(3) ? 1 : 0);
    assertThat(granting.snapshot().rejected()).isZero();
  }

  @Test
  void aRateWithoutAWholeIntervalAllocatesNothing() {
    RateLimiter odd = RateLimiter.bursty("r", 999_999_937, Duration.ofSeconds(1));

    assertNone(() -> value += odd.tryAcquire() ? 1 : 0);
  }

  @Test
  void aRefusalAllocatesNothing() {
    RateLimiter refusing = drained(Duration.ZERO);
    assertNone(() -> value += refusing.tryAcquire() ? 1 : 0);
    assertNone(() -> value += refusing.callOrElse(() -> 1, refusal -> 2));
    assertNone(() -> refuse(refusing));
  }

  @Test
  void theRefusalOfAWaitAllocatesNothing() {
    RateLimiter refusing = drained(Duration.ofSeconds(1));
    assertNone(() -> value += refusing.callOrElse(() -> 1, refusal -> 2));
    assertNone(() -> refuse(refusing));
  }

  private void refuse(RateLimiter limiter) {
    try {
      limiter.acquire();
    } catch (RateLimitedException e) {
      value--;
    }
  }

  private static RateLimiter drained(Duration maxWait) {
    RateLimiter limiter =
        RateLimiter.builder("r").rate(1, Duration.ofHours(1)).maxWait(maxWait).build();
    limiter.acquire();
    return limiter;
  }
}
