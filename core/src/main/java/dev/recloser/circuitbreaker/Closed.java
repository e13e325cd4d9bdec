package dev.recloser.circuitbreaker;

/** All calls pass, and are recorded. */
final class Closed extends Recording implements Grant {

  Closed(Birth birth, Rules rules) {
    super(birth, rules);
  }

  @Override
  CircuitBreaker.State state() {
    return CircuitBreaker.State.CLOSED;
  }
}
