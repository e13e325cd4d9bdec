package dev.recloser.cli.demo;

import java.util.Locale;

/** How long something took, in a unit that suits it. */
final class Took {

  private Took() {}

  static String words(long nanos) {
    if (nanos < 1_000_000) {
      return String.format(Locale.ROOT, "%.1f µs", nanos / 1e3);
    }
    return nanos < 1_000_000_000
        ? String.format(Locale.ROOT, "%.0f ms", nanos / 1e6)
        : String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
  }
}
