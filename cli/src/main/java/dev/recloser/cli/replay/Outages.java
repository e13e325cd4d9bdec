package dev.recloser.cli.replay;

import dev.recloser.circuitbreaker.CircuitBreaker;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds outages in the recording, whatever the breaker did: {@value #RUN} failures in a row, in the
 * order of starts, begin one, and {@value #RUN} good calls in a row end it. It lasts from the start
 * of its first failure to the ending of its last.
 */
final class Outages implements CallListener {
  static final int RUN = 5;

  private final List<Outage> found = new ArrayList<>();
  private @Nullable Outage latest;
  private CircuitBreaker.State state = CircuitBreaker.State.CLOSED;
  private boolean out;
  private int run;

  @Override
  public void started(long startNanos, long endNanos, RecordedOutcome outcome) {
    if (outcome == RecordedOutcome.IGNORED) {
      return;
    }
    boolean failed = outcome == RecordedOutcome.FAIL;
    Outage current = latest;
    if (failed && current != null && (out || run > 0)) {
      current.goesOnUntil(endNanos);
    } else if (failed) {
      current = new Outage(startNanos, endNanos, state == CircuitBreaker.State.CLOSED);
      latest = current;
    }
    run = failed == out ? 0 : run + 1;
    if (run == RUN && current != null) {
      run = 0;
      out = failed;
      if (out) {
        found.add(current);
      }
    }
  }

  @Override
  public void moved(long atNanos, CircuitBreaker.State from, CircuitBreaker.State to) {
    state = to;
    Outage current = latest;
    if (current != null && to == CircuitBreaker.State.OPEN) {
      current.tripped(atNanos);
    }
  }

  List<Outage> found() {
    return found;
  }
}
