package dev.recloser.bench.peer;

import dev.recloser.Backoff;
import dev.recloser.bulkhead.Bulkhead;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.ratelimiter.RateLimiter;
import dev.recloser.retry.Retry;
import java.time.Duration;

/** Recloser's policies, with the settings that the peers get too. */
public final class RecloserSettings {
  /** Of what the peers have none: nobody is refused while this many calls pass in a second. */
  static final int UNREACHED_RATE = 1_000_000_000;

  private RecloserSettings() {}

  public static CircuitBreaker counting(int window) {
    return breaker(TripRule.failureRate(0.5).overCalls(window).minimumCalls(Math.min(20, window)));
  }

  public static CircuitBreaker timing(Duration window) {
    return breaker(TripRule.failureRate(0.5).over(window).minimumCalls(20));
  }

  /** Judges failures and slow calls, as Resilience4j always does. */
  public static CircuitBreaker judgingSlowCalls(int window) {
    return breaker(
        TripRule.failureRate(0.5).overCalls(window).minimumCalls(20),
        TripRule.slowCallRate(0.5, Duration.ofSeconds(1)).overCalls(window).minimumCalls(20));
  }

  /** Open for longer than anything here runs. */
  public static CircuitBreaker open() {
    CircuitBreaker breaker = counting(100);
    breaker.trip(Duration.ofDays(1), "benchmark");
    return breaker;
  }

  /** The default but for the wait, of which there is none; the budget is on. */
  public static Retry retry() {
    return Retry.builder("bench").maxAttempts(3).backoff(Backoff.none()).build();
  }

  public static Bulkhead bulkhead() {
    return Bulkhead.of("bench", 100);
  }

  public static RateLimiter rateLimiter() {
    return RateLimiter.bursty("bench", UNREACHED_RATE, Duration.ofSeconds(1));
  }

  private static CircuitBreaker breaker(TripRule... rules) {
    return CircuitBreaker.builder("bench")
        .tripWhen(rules)
        .cooldown(Backoff.fixed(Duration.ofDays(1)))
        .build();
  }
}
