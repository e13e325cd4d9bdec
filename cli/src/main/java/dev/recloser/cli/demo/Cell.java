package dev.recloser.cli.demo;

import java.util.Locale;

/** What a row of the table says of one endpoint, at two widths. */
enum Cell {
  /** The share of the calls, the failures, and the standing as a word. */
  WIDE {
    @Override
    String legend() {
      return """
          %        share of the pool's attempts, in this second
          err      attempts that failed
          then     ok, ejected, breaker open or half-open, slow start""";
    }

    @Override
    String title(String letter) {
      return "|    %-11s".formatted(letter);
    }

    @Override
    String columns() {
      return "|  % err        ";
    }

    @Override
    String of(Share share, long percent, Palette palette) {
      return String.format(Locale.ROOT, "|%3d %3d ", percent, share.failures())
          + palette.of(share.standing(), String.format("%-7s", share.standing().word()));
    }
  },

  /** The share of the calls, and one letter. */
  NARROW {
    @Override
    String legend() {
      return """
          %        share of the pool's attempts, in this second
          then     e ejected, o breaker open, h half-open, s slow start, ! some failed""";
    }

    @Override
    String title(String letter) {
      return "  %s ".formatted(letter);
    }

    @Override
    String columns() {
      return "  % ";
    }

    @Override
    String of(Share share, long percent, Palette palette) {
      char mark = share.standing() == Standing.OK && share.failures() > 0
          ? '!'
          : share.standing().mark();
      return String.format(Locale.ROOT, "%3d", percent)
          + palette.of(share.standing(), String.valueOf(mark));
    }
  };

  /** Returns what the reader has to know, in lines. */
  abstract String legend();

  /** Returns the head of a column. */
  abstract String title(String letter);

  /** Returns the second line of the head. */
  abstract String columns();

  abstract String of(Share share, long percent, Palette palette);
}
