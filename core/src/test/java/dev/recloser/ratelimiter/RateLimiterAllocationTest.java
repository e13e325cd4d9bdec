package dev.recloser.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.recloser.CheckedRunnable;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a call costs the garbage collector: nothing. */
class RateLimiterAllocationTest {
  private static final int CALLS = 1_000_000;

  private final RateLimiter granting =
      RateLimiter.bursty("r", 2_000_000_000, Duration.ofSeconds(1));
  private int value;

  @Test
  void aGrantedCallAllocatesNothing() {
    // Made once, since a lambda that captures something is an object too.
    CheckedRunnable<RuntimeException> task = () -> value++;

    assertNoAllocation(() -> value += granting.call(() -> 1));
    assertNoAllocation(() -> value += granting.callOrElse(() -> 1, refusal -> 2));
    assertNoAllocation(() -> granting.run(task));
    assertThat(granting.snapshot().rejected()).isZero();
  }

  @Test
  void aPermitAllocatesNothing() {
    assertNoAllocation(granting::acquire);
    assertNoAllocation(() -> value += granting.tryAcquire() ? 1 : 0);
    assertNoAllocation(() -> value += granting.tryAcquire(3) ? 1 : 0);
    assertThat(granting.snapshot().rejected()).isZero();
  }

  @Test
  void aRateWithoutAWholeIntervalAllocatesNothing() {
    RateLimiter odd = RateLimiter.bursty("r", 999_999_937, Duration.ofSeconds(1));

    assertNoAllocation(() -> value += odd.tryAcquire() ? 1 : 0);
  }

  @Test
  void aRefusalAllocatesNothing() {
    RateLimiter refusing = drained(Duration.ZERO);
    assertNoAllocation(() -> value += refusing.tryAcquire() ? 1 : 0);
    assertNoAllocation(() -> value += refusing.callOrElse(() -> 1, refusal -> 2));
    assertNoAllocation(() -> refuse(refusing));
  }

  @Test
  void theRefusalOfAWaitAllocatesNothing() {
    RateLimiter refusing = drained(Duration.ofSeconds(1));
    assertNoAllocation(() -> value += refusing.callOrElse(() -> 1, refusal -> 2));
    assertNoAllocation(() -> refuse(refusing));
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

  /** The whole budget allows one byte in a thousand calls, for what the JVM itself may do meanwhile. */
  private static void assertNoAllocation(Runnable call) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 3; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < CALLS; i++) {
        call.run();
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(least).isLessThan(CALLS / 1000);
  }
}
