package dev.recloser.proof.peer;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.util.concurrent.TimeUnit;

/** Breakers of the peer. */
final class Theirs {

  private Theirs() {}

  static CircuitBreakerConfig.Builder config() {
    return CircuitBreakerConfig.custom().slidingWindowSize(10).minimumNumberOfCalls(10);
  }

  static CircuitBreaker closed(CircuitBreakerConfig.Builder config) {
    return CircuitBreaker.of("theirs", config.build());
  }

  static CircuitBreaker halfOpen(CircuitBreakerConfig.Builder config, int permits) {
    CircuitBreaker breaker = closed(config.permittedNumberOfCallsInHalfOpenState(permits));
    reopen(breaker);
    return breaker;
  }

  static CircuitBreaker halfOpen(int permits) {
    return halfOpen(config(), permits);
  }

  /** Opens the breaker and makes it half-open. */
  static void reopen(CircuitBreaker breaker) {
    breaker.transitionToOpenState();
    breaker.transitionToHalfOpenState();
  }

  static void succeed(CircuitBreaker breaker) {
    breaker.onSuccess(1, TimeUnit.MILLISECONDS);
  }

  static void fail(CircuitBreaker breaker, Throwable failure) {
    breaker.onError(1, TimeUnit.MILLISECONDS, failure);
  }

  /** Returns how many calls are let through, and takes their permits. */
  static int drain(CircuitBreaker breaker) {
    int admitted = 0;
    while (breaker.tryAcquirePermission()) {
      admitted++;
    }
    return admitted;
  }
}
