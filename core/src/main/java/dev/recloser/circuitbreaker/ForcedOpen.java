package dev.recloser.circuitbreaker;

import dev.recloser.event.Event.Origin;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** No call passes until a hand lifts it. */
final class ForcedOpen extends Epoch implements Refusal {
  private final CircuitOpenException exception;

  ForcedOpen(Birth birth, CircuitOpenException.Source source) {
    super(birth);
    this.exception = new CircuitOpenException(source, this, state(), birth.reason());
  }

  @Override
  CircuitBreakerEvent.Overridden announcement(Origin origin, CircuitBreakerSnapshot before) {
    return new CircuitBreakerEvent.Overridden(origin, before, state(), birth().reason());
  }

  @Override
  Class<CircuitBreakerEvent.Overridden> announcedAs() {
    return CircuitBreakerEvent.Overridden.class;
  }

  @Override
  CircuitBreaker.State state() {
    return CircuitBreaker.State.FORCED_OPEN;
  }

  @Override
  public CircuitOpenException exception() {
    return exception;
  }

  @Override
  public Optional<Duration> retryAfter(long nowNanos) {
    return Optional.empty();
  }

  @Override
  public @Nullable RuleSnapshot trippedBy() {
    return null;
  }
}
