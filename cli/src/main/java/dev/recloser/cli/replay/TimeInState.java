package dev.recloser.cli.replay;

import dev.recloser.circuitbreaker.CircuitBreaker;
import java.util.EnumMap;
import java.util.Map;

/** Adds up how long the breaker was in each state, from the first start to the last ending. */
final class TimeInState implements CallListener {
  private final Map<CircuitBreaker.State, Long> nanos = new EnumMap<>(CircuitBreaker.State.class);
  private CircuitBreaker.State state = CircuitBreaker.State.CLOSED;
  private long since;

  @Override
  public void moved(long atNanos, CircuitBreaker.State from, CircuitBreaker.State to) {
    finished(atNanos);
    state = to;
  }

  @Override
  public void finished(long atNanos) {
    nanos.merge(state, atNanos - since, Long::sum);
    since = atNanos;
  }

  long nanos(CircuitBreaker.State state) {
    return nanos.getOrDefault(state, 0L);
  }

  long total() {
    return since;
  }
}
