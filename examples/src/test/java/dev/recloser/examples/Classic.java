package dev.recloser.examples;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreakerConfig;
import dev.recloser.circuitbreaker.CircuitBreakerSnapshot;
import dev.recloser.time.TimeSource;
import java.time.Duration;

/** The breaker of documents 000, 002 and 004: failures in a row, a fixed cooldown, one probe. */
final class Classic {
  private Classic() {}

  static CircuitBreakerConfig config(int failures, Duration cooldown, TimeSource time) {
    return CircuitBreakerConfig.ofConsecutiveFailures(failures, cooldown).toBuilder()
        .timeSource(time)
        .build();
  }

  static CircuitBreaker breaker(int failures, Duration cooldown, TimeSource time) {
    return CircuitBreaker.of("remote", config(failures, cooldown, time));
  }

  /** Returns how many failures in a row the closed breaker has seen. */
  static long run(CircuitBreaker breaker) {
    CircuitBreakerSnapshot snapshot = breaker.snapshot();
    return snapshot.rules().get(0).bad();
  }
}
