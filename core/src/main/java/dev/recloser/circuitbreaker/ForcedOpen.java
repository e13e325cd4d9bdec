package dev.recloser.circuitbreaker;

import java.time.Duration;
import java.util.Optional;

/** No call passes until a hand lifts it. */
final class ForcedOpen extends Epoch implements Refusal {
  private final CircuitOpenException exception;

  ForcedOpen(Birth birth, CircuitOpenException.Source source) {
    super(birth);
    this.exception = new CircuitOpenException(source, this, state(), birth.reason());
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
}
