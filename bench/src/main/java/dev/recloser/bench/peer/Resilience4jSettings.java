package dev.recloser.bench.peer;

import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.time.Duration;

/**
 * Resilience4j 2.4.0. Its documentation, resilience4j.readme.io, names these for speed:
 *
 * <ul>
 *   <li>decorate once, call often ("Getting started with resilience4j-circuitbreaker", decorate and execute),
 *   <li>{@code writableStackTraceEnabled(false)} for refusals (same page, table of settings); its default is measured too,
 *   <li>{@code slidingWindowSynchronizationStrategy}: the lock and the lock-free windows are both measured (same table),
 *   <li>{@code fairCallHandlingStrategyEnabled(false)}: the bulkhead without a first-come order (page of the bulkhead).
 * </ul>
 */
public final class Resilience4jSettings {
  private Resilience4jSettings() {}

  public static CircuitBreaker counting(SlidingWindowSynchronizationStrategy strategy, int window) {
    return CircuitBreaker.of(
        "bench",
        config()
            .slidingWindow(window, Math.min(20, window), SlidingWindowType.COUNT_BASED, strategy)
            .build());
  }

  public static CircuitBreaker timing(
      SlidingWindowSynchronizationStrategy strategy, Duration window) {
    return CircuitBreaker.of(
        "bench",
        config()
            .slidingWindow((int) window.toSeconds(), 20, SlidingWindowType.TIME_BASED, strategy)
            .build());
  }

  public static CircuitBreaker judgingSlowCalls(
      SlidingWindowSynchronizationStrategy strategy, int window) {
    return CircuitBreaker.of(
        "bench",
        config()
            .slidingWindow(window, 20, SlidingWindowType.COUNT_BASED, strategy)
            .slowCallRateThreshold(50)
            .slowCallDurationThreshold(Duration.ofSeconds(1))
            .build());
  }

  public static CircuitBreaker open(boolean stackTraces) {
    CircuitBreaker breaker = CircuitBreaker.of(
        "bench", config().writableStackTraceEnabled(stackTraces).build());
    breaker.transitionToOpenState();
    return breaker;
  }

  public static Retry retry() {
    // An interval function, since a wait of zero cannot be given as a duration.
    return Retry.of(
        "bench",
        RetryConfig.custom().maxAttempts(3).intervalFunction(attempt -> 0L).build());
  }

  public static Bulkhead bulkhead() {
    return Bulkhead.of(
        "bench",
        BulkheadConfig.custom()
            .maxConcurrentCalls(100)
            .maxWaitDuration(Duration.ZERO)
            .fairCallHandlingStrategyEnabled(false)
            .build());
  }

  public static RateLimiter rateLimiter() {
    return RateLimiter.of(
        "bench",
        RateLimiterConfig.custom()
            .limitForPeriod(RecloserSettings.UNREACHED_RATE)
            .limitRefreshPeriod(Duration.ofSeconds(1))
            .timeoutDuration(Duration.ZERO)
            .build());
  }

  public static CircuitBreakerConfig.Builder config() {
    return CircuitBreakerConfig.custom()
        .failureRateThreshold(50)
        .waitDurationInOpenState(Duration.ofDays(1))
        .writableStackTraceEnabled(false);
  }
}
