package dev.recloser.circuitbreaker;

import dev.recloser.event.Event.Origin;

/** All calls pass; nothing is judged. */
final class Disabled extends Epoch implements Grant {

  Disabled(Birth birth) {
    super(birth);
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
    return CircuitBreaker.State.DISABLED;
  }
}
