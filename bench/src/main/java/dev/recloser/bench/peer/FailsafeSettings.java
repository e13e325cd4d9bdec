package dev.recloser.bench.peer;

import dev.failsafe.Bulkhead;
import dev.failsafe.CircuitBreaker;
import dev.failsafe.RateLimiter;
import dev.failsafe.RetryPolicy;
import dev.failsafe.Timeout;
import java.time.Duration;

/**
 * Failsafe 3.3.2. Its documentation, failsafe.dev, has no page on speed; it lets policies and the executor be made once and
 * shared ("Policies", policy sharing), which is done here. A circuit breaker over the latest calls is a threshold ratio, one
 * over a time a rate threshold ("Circuit breaker"). Stack traces of its refusals cannot be turned off.
 */
public final class FailsafeSettings {
  private FailsafeSettings() {}

  public static CircuitBreaker<String> counting(int window) {
    return CircuitBreaker.<String>builder()
        .withFailureThreshold(window / 2, window)
        .withDelay(Duration.ofDays(1))
        .build();
  }

  public static CircuitBreaker<String> timing(Duration window) {
    return CircuitBreaker.<String>builder()
        .withFailureRateThreshold(50, 20, window)
        .withDelay(Duration.ofDays(1))
        .build();
  }

  public static CircuitBreaker<String> open() {
    CircuitBreaker<String> breaker = counting(100);
    breaker.open();
    return breaker;
  }

  /** Waits not at all between attempts, which is its default. */
  public static RetryPolicy<String> retry() {
    return RetryPolicy.<String>builder().withMaxAttempts(3).build();
  }

  public static Bulkhead<String> bulkhead() {
    return Bulkhead.of(100);
  }

  public static RateLimiter<String> rateLimiter() {
    return RateLimiter.<String>burstyBuilder(RecloserSettings.UNREACHED_RATE, Duration.ofSeconds(1))
        .build();
  }

  /** Interrupts what takes too long, as Recloser does. */
  public static Timeout<String> timeout(Duration limit) {
    return Timeout.<String>builder(limit).withInterrupt().build();
  }
}
