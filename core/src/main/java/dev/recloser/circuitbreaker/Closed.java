package dev.recloser.circuitbreaker;

import dev.recloser.event.Event.Origin;

/** All calls pass, and are recorded. */
final class Closed extends Recording implements Grant {

  Closed(Birth birth, Rules rules) {
    super(birth, rules);
  }

  @Override
  CircuitBreakerEvent.Closed announcement(Origin origin, CircuitBreakerSnapshot before) {
    return new CircuitBreakerEvent.Closed(origin, before, reason());
  }

  @Override
  Class<CircuitBreakerEvent.Closed> announcedAs() {
    return CircuitBreakerEvent.Closed.class;
  }

  @Override
  CircuitBreaker.State state() {
    return CircuitBreaker.State.CLOSED;
  }
}
