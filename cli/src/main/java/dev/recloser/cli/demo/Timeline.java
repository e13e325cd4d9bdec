package dev.recloser.cli.demo;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.cli.demo.Client.Result;
import java.io.PrintWriter;
import java.util.Locale;

/** The table that grows by a row a second, within 100 columns. */
final class Timeline {
  private final PrintWriter out;
  private final Palette palette;

  Timeline(PrintWriter out, Palette palette) {
    this.out = out;
    this.palette = palette;
  }

  void printHeader() {
    out.println("              |       bare client        |                guarded client");
    out.println(
        "time  service | calls  failed  mean time | calls  failed  rejected  each took  state"
            + "      mean time");
    out.flush();
  }

  void printRow(long second, Phase phase, Totals bare, Totals guarded, CircuitBreaker.State state) {
    String row = String.format(Locale.ROOT, "%2d s  ", second)
        + palette.of(phase, String.format("%-7s", phase.word()))
        + String.format(
            Locale.ROOT,
            " | %5d  %6d  %9s | %5d  %6d  %8d  %9s  ",
            bare.count(),
            bare.count(Result.FAILED),
            bare.mean(),
            guarded.count(),
            guarded.count(Result.FAILED),
            guarded.count(Result.REJECTED),
            guarded.mean(Result.REJECTED))
        + palette.of(state, String.format("%-9s", state))
        + String.format(Locale.ROOT, "  %9s", guarded.mean());
    out.println(row);
    out.flush();
  }
}
