package dev.recloser.testkit;

import java.time.Duration;
import java.util.Map;

/** Durations as short text, such as {@code 250ms}, {@code 10s} or {@code 1m30s}. */
final class Spans {
  private static final Map<String, Duration> UNITS = Map.of(
      "ms", Duration.ofMillis(1),
      "s", Duration.ofSeconds(1),
      "m", Duration.ofMinutes(1),
      "h", Duration.ofHours(1));

  /** What is longer, and not whole in seconds, has no short text. */
  private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

  private Spans() {}

  /** Returns whole seconds as hours, minutes and seconds, all else in the largest unit that it is whole in. */
  static String text(Duration span) {
    if (span.isZero()) {
      return "0ms";
    }
    if (span.isNegative()) {
      return span.compareTo(LONGEST.negated()) < 0 ? span.toString() : "-" + text(span.negated());
    }
    if (span.toNanosPart() == 0) {
      return part(span.toHours(), "h")
          + part(span.toMinutesPart(), "m")
          + part(span.toSecondsPart(), "s");
    }
    if (span.compareTo(LONGEST) > 0) {
      return span.toString();
    }
    if (span.toNanosPart() % 1_000_000 == 0) {
      return span.toMillis() + "ms";
    }
    return span.toNanosPart() % 1000 == 0 ? span.toNanos() / 1000 + "us" : span.toNanos() + "ns";
  }

  static Duration of(long amount, String unit) {
    return Argument.notNull("unit", UNITS.get(unit)).multipliedBy(amount);
  }

  private static String part(long amount, String unit) {
    return amount == 0 ? "" : amount + unit;
  }
}
