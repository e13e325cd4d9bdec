package dev.recloser.cli.replay;

import dev.recloser.circuitbreaker.CircuitBreaker;

/** Writes down all that a replay tells, a line each, in milliseconds. */
final class Trace implements CallListener {
  private final StringBuilder text = new StringBuilder();

  @Override
  public void moved(long atNanos, CircuitBreaker.State from, CircuitBreaker.State to) {
    text.append(TimeText.millis(atNanos) + " " + from + " -> " + to + "\n");
  }

  @Override
  public void decided(Decision decision) {
    String start = TimeText.millis(decision.startNanos());
    text.append(
        decision.letThrough()
            ? TimeText.millis(decision.atNanos()) + " " + decision.outcome() + " of " + start
            : start + " rejected");
    text.append(" " + decision.state() + "\n");
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
