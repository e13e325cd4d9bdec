package dev.recloser.testkit;

import dev.recloser.Call;
import dev.recloser.time.TimeSource;
import java.util.List;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * Which calls a fault strikes: those that all of its parts select. The dice come last, so that calls that are not in
 * question draw no number.
 *
 * @param time what the spans are measured on
 * @param since the reading that they are measured from
 * @param spans when it strikes; at any time if there are none
 * @param calls which calls it strikes
 * @param rate the share of them that it strikes
 * @param random what decides which
 */
record FaultCondition(
    TimeSource time,
    long since,
    List<Span> spans,
    Predicate<Call> calls,
    double rate,
    RandomGenerator random) {

  /** A span of time: its first nanosecond, and the one after its last. */
  record Span(long from, long to) {

    boolean holds(long elapsed) {
      return elapsed >= from && elapsed < to;
    }
  }

  boolean holds() {
    return inTime() && calls.test(Call.current()) && (rate == 1 || random.nextDouble() < rate);
  }

  private boolean inTime() {
    if (spans.isEmpty()) {
      return true;
    }
    long elapsed = time.nanoTime() - since;
    return spans.stream().anyMatch(span -> span.holds(elapsed));
  }
}
