package dev.recloser.circuitbreaker;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * A trip rule twice: as users set it, and as the design defines it.
 *
 * @param real as users set it
 * @param window which calls it looks at
 * @param slowNanos how long a bad call takes; {@link PlainCall#FAILURES} if failing is what is bad
 * @param rate the share of bad calls that trips
 * @param minimum how many calls it must hold
 */
record PlainRule(TripRule real, Window window, long slowNanos, double rate, int minimum) {

  /** Picks those that a rule looks at out of all calls of an epoch, in the order in which they ended. */
  interface Window {
    List<PlainCall> of(List<PlainCall> calls, long start, long now);

    /** Returns how long a slice is; zero if there are none. */
    default long sliceNanos() {
      return 0;
    }
  }

  static PlainRule failuresInARow(int failures) {
    return new PlainRule(
        TripRule.consecutiveFailures(failures),
        (calls, start, now) -> sinceLastSuccess(calls),
        PlainCall.FAILURES,
        1,
        failures);
  }

  static PlainRule failureRate(double rate, int calls, int minimum) {
    RateRule real = sized(TripRule.failureRate(rate), calls, minimum);
    return new PlainRule(real, last(calls), PlainCall.FAILURES, rate, minimum);
  }

  static PlainRule slowCallRate(double rate, Duration threshold, int calls, int minimum) {
    RateRule real = sized(TripRule.slowCallRate(rate, threshold), calls, minimum);
    return new PlainRule(real, last(calls), threshold.toNanos(), rate, minimum);
  }

  /** Takes the rate over a span of time that is kept in so many slices. */
  static PlainRule failureRateOver(double rate, Duration span, int slices, int minimum) {
    TripRule real = TripRule.failureRate(rate).over(span).minimumCalls(minimum);
    Window window = new LastSlices(slices, span.dividedBy(slices).toNanos());
    return new PlainRule(real, window, PlainCall.FAILURES, rate, minimum);
  }

  /** The default minimum of a small window is its size. */
  private static RateRule sized(RateRule rule, int calls, int minimum) {
    RateRule sized = rule.overCalls(calls);
    return minimum == calls ? sized : sized.minimumCalls(minimum);
  }

  private static List<PlainCall> sinceLastSuccess(List<PlainCall> calls) {
    int from = calls.size();
    while (from > 0 && calls.get(from - 1).failed()) {
      from--;
    }
    return calls.subList(from, calls.size());
  }

  private static Window last(int most) {
    return (calls, start, now) -> calls.subList(Math.max(0, calls.size() - most), calls.size());
  }

  /** A call counts until as many slices have begun since its own one began. Slices begin with the epoch. */
  private record LastSlices(int slices, long sliceNanos) implements Window {
    @Override
    public List<PlainCall> of(List<PlainCall> calls, long start, long now) {
      long slice = (now - start) / sliceNanos;
      return calls.stream()
          .filter(call -> slice - (call.at() - start) / sliceNanos < slices)
          .toList();
    }
  }

  /** Returns how it stands. */
  Count count(List<PlainCall> calls, long start, long now) {
    List<PlainCall> held = window.of(calls, start, now);
    return new Count(
        held.size(),
        held.stream().filter(call -> call.isBad(slowNanos)).count(),
        Math.max(0, minimum - held.size()));
  }

  boolean isExceededBy(Count count) {
    return count.missing() == 0 && (double) count.bad() / count.calls() >= rate;
  }

  /** Returns what decides anything later: of a run of failures no more than trips, of a slice's calls not their order. */
  List<String> picture(List<PlainCall> calls, long start, long now) {
    List<PlainCall> held = window.of(calls, start, now);
    long slice = window.sliceNanos();
    if (slice > 0) {
      Stream<String> ages = held.stream()
          .map(call -> ((now - start) / slice - (call.at() - start) / slice) + "old"
              + call.isBad(slowNanos));
      return Stream.concat(ages.sorted(), Stream.of("at " + (now - start) % slice))
          .toList();
    }
    boolean run = real instanceof ConsecutiveFailuresRule;
    return held.stream()
        .limit(run ? minimum : held.size())
        .map(call -> call.isBad(slowNanos) ? "1" : "0")
        .toList();
  }

  /**
   * How a rule stands.
   *
   * @param calls how many calls it holds
   * @param bad how many of them are bad
   * @param missing how many more it needs
   */
  record Count(long calls, long bad, long missing) {
    static Count of(RuleSnapshot shown) {
      return new Count(shown.calls(), shown.bad(), shown.missing());
    }
  }
}
