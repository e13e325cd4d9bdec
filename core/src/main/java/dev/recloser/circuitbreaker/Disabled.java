package dev.recloser.circuitbreaker;

/** All calls pass; nothing is judged. */
final class Disabled extends Epoch implements Grant {

  Disabled(Birth birth) {
    super(birth);
  }

  @Override
  CircuitBreaker.State state() {
    return CircuitBreaker.State.DISABLED;
  }
}
