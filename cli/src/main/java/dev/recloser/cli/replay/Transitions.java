package dev.recloser.cli.replay;

import dev.recloser.circuitbreaker.CircuitBreaker;
import java.util.Arrays;

/** The moves of a breaker in their order; a move costs 16 bytes, for a poor setting makes many. */
final class Transitions implements CallListener {
  private long[] times = new long[64];
  private CircuitBreaker.State[] from = new CircuitBreaker.State[64];
  private CircuitBreaker.State[] to = new CircuitBreaker.State[64];
  private int size;

  @Override
  public void moved(long atNanos, CircuitBreaker.State from, CircuitBreaker.State to) {
    if (size == times.length) {
      times = Arrays.copyOf(times, 2 * size);
      this.from = Arrays.copyOf(this.from, 2 * size);
      this.to = Arrays.copyOf(this.to, 2 * size);
    }
    times[size] = atNanos;
    this.from[size] = from;
    this.to[size] = to;
    size++;
  }

  int size() {
    return size;
  }

  long atNanos(int index) {
    return times[index];
  }

  CircuitBreaker.State from(int index) {
    return from[index];
  }

  CircuitBreaker.State to(int index) {
    return to[index];
  }
}
