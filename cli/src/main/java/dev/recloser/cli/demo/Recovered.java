package dev.recloser.cli.demo;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.time.TimeSource;

/** Measures how long after the service's return the breaker closed. */
final class Recovered {
  private final TimeSource time;

  // Guarded by this.
  private long backAt;
  private boolean waiting;
  private String sentence = "The breaker did not close again before the end.";

  Recovered(TimeSource time) {
    this.time = time;
  }

  synchronized void serviceIsBack(State state) {
    backAt = time.nanoTime();
    waiting = state != State.CLOSED;
    if (!waiting) {
      sentence = "The breaker was closed when the service was back.";
    }
  }

  synchronized void closed() {
    if (waiting) {
      waiting = false;
      sentence = "The breaker closed "
          + Took.words(time.nanoTime() - backAt)
          + " after the service was back; its cooldown is "
          + GuardedClient.COOLDOWN.toSeconds()
          + " s.";
    }
  }

  synchronized String sentence() {
    return sentence;
  }
}
