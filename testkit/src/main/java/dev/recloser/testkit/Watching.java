package dev.recloser.testkit;

import dev.recloser.Policy;
import dev.recloser.bulkhead.Bulkhead;
import dev.recloser.bulkhead.BulkheadEvent;
import dev.recloser.bulkhead.BulkheadEvent.Admitted;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreakerEvent;
import dev.recloser.event.Event;
import dev.recloser.event.Subscription;
import dev.recloser.ratelimiter.RateLimiter;
import dev.recloser.retry.Retry;
import dev.recloser.timeout.Timeout;
import dev.recloser.timeout.TimeoutEvent;
import java.util.Optional;
import java.util.function.Consumer;

/** Which events of which policies a trace notes of itself. */
final class Watching {
  private Watching() {}

  /** Adds a listener for the events of a policy that say more than how calls end; empty if its kind is not known. */
  static Optional<Subscription> of(Policy policy, Consumer<Event> listener) {
    if (policy instanceof CircuitBreaker breaker) {
      return Optional.of(breaker.onEvent(event -> {
        if (!(event instanceof CircuitBreakerEvent.Finished)) {
          listener.accept(event);
        }
      }));
    }
    if (policy instanceof Bulkhead bulkhead) {
      return Optional.of(bulkhead.onEvent(event -> {
        if (!isUsual(event)) {
          listener.accept(event);
        }
      }));
    }
    if (policy instanceof RateLimiter limiter) {
      return Optional.of(limiter.onEvent(listener));
    }
    if (policy instanceof Retry retry) {
      return Optional.of(retry.onEvent(listener));
    }
    if (policy instanceof Timeout timeout) {
      return Optional.of(timeout.on(TimeoutEvent.class, listener));
    }
    return policy instanceof Fault fault ? Optional.of(fault.onEvent(listener)) : Optional.empty();
  }

  private static boolean isUsual(BulkheadEvent event) {
    return event instanceof BulkheadEvent.Finished
        || (event instanceof Admitted admitted && admitted.waited().isZero());
  }
}
