package dev.recloser.cli.replay;

import java.math.BigDecimal;
import java.util.Locale;

/** Nanoseconds as people read them. */
final class TimeText {
  private static final long SECOND = 1_000_000_000;

  private TimeText() {}

  /** Returns the exact number of milliseconds: {@code 20210}, {@code 0.25}. */
  static String millis(long nanos) {
    if (nanos % 1_000_000 == 0) {
      return Long.toString(nanos / 1_000_000);
    }
    return BigDecimal.valueOf(nanos, Nanos.MILLI_DIGITS).stripTrailingZeros().toPlainString();
  }

  /** Returns a point in time as seconds: {@code 20.210 s}. */
  static String seconds(long nanos) {
    long millis = Math.floorDiv(nanos, 1_000_000);
    return String.format(Locale.ROOT, "%,d.%03d s", millis / 1000, millis % 1000);
  }

  /** Returns a span in the unit that suits its length: {@code 210 ms}, {@code 1.5 s}, {@code 2 h 5 m}. */
  static String span(long nanos) {
    if (nanos < SECOND) {
      return nanos / 1_000_000 + " ms";
    }
    long minutes = nanos / (60 * SECOND);
    if (minutes < 10) {
      return String.format(Locale.ROOT, "%.1f s", nanos / (double) SECOND);
    }
    return minutes < 60
        ? minutes + " min"
        : String.format(Locale.ROOT, "%,d h %d min", minutes / 60, minutes % 60);
  }
}
