package dev.recloser.bench.report;

import dev.recloser.bench.report.BarChart.Bar;
import dev.recloser.bench.result.Result;
import dev.recloser.bench.result.Row;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/** The charts that a result has the numbers for, by the name of the file. */
final class Charts {
  private static final String CALLS = "calls";

  private final Result result;
  private final Map<String, BarChart> charts = new TreeMap<>();

  Charts(Result result) {
    this.result = result;
  }

  Map<String, BarChart> all() {
    result.rows().stream().map(Row::path).distinct().forEach(this::path);
    growth("ClosedHealthy", "window", CALLS, row -> row.threads() == 1);
    growth("ClosedFailing", "window", CALLS, row -> row.threads() == 1);
    growth("Keyed", "keys", "keys", row -> row.threads() == 1);
    growth("IdleGap", "gap", "gapSeconds", row -> row.threads() == 1);
    byThreads("ClosedHealthy");
    byThreads("ClosedFailing");
    byThreads("ClosedTimeWindow");
    return charts;
  }

  /** Who takes how long, with one thread. */
  private void path(String path) {
    put(
        path,
        path + ": ns a call, 1 thread",
        row -> row.path().equals(path) && row.threads() == 1 && isUsual(row),
        row -> row.who() + " " + PathTable.read(row.params()));
  }

  /** How the cost changes with a parameter. */
  private void growth(String path, String name, String param, Predicate<Row> which) {
    Predicate<Row> all = row -> row.path().equals(path) && row.params().containsKey(param);
    if (result.rows().stream()
            .filter(all)
            .map(row -> row.params().get(param))
            .distinct()
            .count()
        > 1) {
      put(
          path + "-by-" + name,
          path + " by " + name + ": ns a call, 1 thread",
          all.and(which),
          row -> row.who() + " " + PathTable.read(row.params()));
    }
  }

  private void byThreads(String path) {
    Predicate<Row> all = row -> row.path().equals(path) && isUsual(row);
    if (result.rows().stream().filter(all).map(Row::threads).distinct().count() > 1) {
      put(
          path + "-by-threads",
          path + " by threads: ns a call",
          all,
          row -> (row.who() + " " + PathTable.read(row.params())).strip()
              + (row.threads() == 1 ? ", 1 thread" : ", " + row.threads() + " threads"));
    }
  }

  /** A window of 100, where there is a choice. */
  private static boolean isUsual(Row row) {
    return row.params().getOrDefault(CALLS, "100").equals("100");
  }

  private void put(String name, String title, Predicate<Row> which, Function<Row, String> label) {
    List<Bar> bars = result.rows().stream()
        .filter(which)
        .sorted(Comparator.comparing(Row::who)
            .thenComparing(row -> order(row.params()))
            .thenComparing(Row::threads))
        .map(
            row -> new Bar(label.apply(row).strip(), row.nanos(), row.who().startsWith("recloser")))
        .toList();
    if (!bars.isEmpty()) {
      charts.put(result.mode() + "-" + name + ".svg", new BarChart(title, bars));
    }
  }

  /** Numbers in the order of their size. */
  private static String order(Map<String, String> params) {
    StringBuilder order = new StringBuilder();
    new TreeMap<>(params).values().forEach(value -> order.append("%12s".formatted(value)));
    return order.toString();
  }
}
