package dev.recloser.cli.demo;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The table that grows by a row a second, within 80 columns for as many as 16 endpoints. */
final class EndpointTimeline {
  private static final int MOST_WIDE = 4;

  private final PrintWriter out;
  private final Palette palette;
  private final int endpoints;
  private final Cell cell;

  EndpointTimeline(PrintWriter out, Palette palette, int endpoints) {
    this.out = out;
    this.palette = palette;
    this.endpoints = endpoints;
    this.cell = endpoints <= MOST_WIDE ? Cell.WIDE : Cell.NARROW;
  }

  void printHeader() {
    String letters = IntStream.range(0, endpoints)
        .mapToObj(i -> cell.title(Fleet.letter(i)))
        .collect(Collectors.joining());
    String columns = cell.columns().repeat(endpoints);
    out.println(cell.legend());
    out.println("failed   requests that failed for their callers: pool, plain round robin");
    out.println();
    out.println("     " + letters + "|  failed");
    out.println("time " + columns + "|pool plain");
    out.flush();
  }

  /** Prints what befell an endpoint. */
  void printNote(String note) {
    out.println("     -- " + note);
  }

  void printRow(long second, Reading reading) {
    List<Share> shares = reading.shares();
    long all = Math.max(1, shares.stream().mapToLong(Share::calls).sum());
    String row = shares.stream()
        .map(share -> cell.of(share, Math.round(100.0 * share.calls() / all), palette))
        .collect(Collectors.joining());
    out.println(padded(second) + row + "|" + failed("%4d", reading.poolFailed()) + " "
        + failed("%5d", reading.plainFailed()));
    out.flush();
  }

  private static String padded(long second) {
    return String.format("%-5s", String.format(Locale.ROOT, "%2d s", second));
  }

  private String failed(String format, long count) {
    return palette.ofFailures(count, String.format(Locale.ROOT, format, count));
  }
}
