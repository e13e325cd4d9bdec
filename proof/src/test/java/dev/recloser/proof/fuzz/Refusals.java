package dev.recloser.proof.fuzz;

import dev.recloser.CallInterruptedException;
import dev.recloser.Pipeline;
import dev.recloser.TimeoutExceededException;
import dev.recloser.bulkhead.Bulkhead;
import dev.recloser.bulkhead.BulkheadFullException;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitOpenException;
import dev.recloser.ratelimiter.RateLimitedException;
import dev.recloser.ratelimiter.RateLimiter;
import dev.recloser.timeout.Timeout;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Which refusals fit a guard, and whether it may refuse all calls. */
final class Refusals {
  private static final Duration ENDLESS = Duration.ofDays(100 * 365);

  private static final Map<Class<?>, Class<?>> BY_WHOM = Map.of(
      CircuitOpenException.class, CircuitBreaker.class,
      BulkheadFullException.class, Bulkhead.class,
      RateLimitedException.class, RateLimiter.class,
      TimeoutExceededException.class, Timeout.class,
      // A timeout interrupts who waits further in.
      CallInterruptedException.class, Timeout.class);

  private Refusals() {}

  /** Returns whether there is something in the guard that ends calls with such an exception. */
  static boolean fit(Object guard, Throwable refusal) {
    Class<?> by = BY_WHOM.get(refusal.getClass());
    return by != null && parts(guard).stream().anyMatch(by::isInstance);
  }

  /** Returns whether the guard may refuse calls however much time has passed. */
  static boolean mayBeAll(Object guard) {
    return parts(guard).stream().anyMatch(Refusals::refusesAll);
  }

  private static boolean refusesAll(Object part) {
    if (part instanceof CircuitBreaker breaker) {
      return breaker.state() == State.FORCED_OPEN
          || breaker.config().recovery().toString().startsWith("healthCheck(")
          || isEndless(breaker.snapshot().retryAfter().orElse(Duration.ZERO));
    }
    return part instanceof RateLimiter limiter && isEndless(limiter.snapshot().retryAfter());
  }

  /** Returns whether there may not be as much time. */
  private static boolean isEndless(Duration wait) {
    return wait.compareTo(ENDLESS) > 0;
  }

  private static List<?> parts(Object guard) {
    return guard instanceof Pipeline pipeline ? pipeline.policies() : List.of(guard);
  }
}
