package dev.recloser.bench.report;

import static dev.recloser.bench.goal.Verdict.number;

import dev.recloser.bench.result.Result;
import dev.recloser.bench.result.Row;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** All that one path took: a line for each benchmark, with the columns of each number of threads. */
final class PathTable {
  private static final String OURS = "recloser";

  private final List<Row> rows;
  private final Collection<Integer> threads;

  PathTable(Result result, String path) {
    this.rows = result.rows().stream().filter(row -> row.path().equals(path)).toList();
    this.threads = new TreeSet<>(rows.stream().map(Row::threads).toList());
  }

  String render() {
    StringBuilder table = new StringBuilder("| who | parameters |");
    StringBuilder rule = new StringBuilder("| --- | --- |");
    for (int count : threads) {
      table.append(" %d thread%s, ns | × ours | B |".formatted(count, count == 1 ? "" : "s"));
      rule.append(" ---: | ---: | ---: |");
    }
    table.append('\n').append(rule).append('\n');
    lines()
        .forEach((params, whos) -> whos.forEach((who, byThreads) -> {
          table.append("| %s | %s |".formatted(who, read(params)));
          threads.forEach(count -> table.append(cells(Optional.ofNullable(byThreads.get(count)))));
          table.append('\n');
        }));
    return table.toString();
  }

  private Map<Map<String, String>, Map<String, Map<Integer, Row>>> lines() {
    Map<Map<String, String>, Map<String, Map<Integer, Row>>> lines = new LinkedHashMap<>();
    for (Row row : rows) {
      lines
          .computeIfAbsent(row.params(), unused -> new TreeMap<>())
          .computeIfAbsent(row.who(), unused -> new TreeMap<>())
          .put(row.threads(), row);
    }
    return lines;
  }

  private String cells(Optional<Row> row) {
    return row.map(there -> " %s | %s | %s |"
            .formatted(number(there.nanos()), timesOurs(there), bytes(there.bytes())))
        .orElse(" – | – | – |");
  }

  /** What has fewer parameters than ours, such as the bare call, has a ratio only where ours has one value of them. */
  private String timesOurs(Row row) {
    List<Row> ours = rows.stream()
        .filter(one -> one.who().equals(OURS) && one.threads() == row.threads())
        .filter(one -> one.params().entrySet().containsAll(row.params().entrySet()))
        .toList();
    return ours.size() == 1 ? number(row.nanos() / ours.get(0).nanos()) : "–";
  }

  private static String bytes(double bytes) {
    return String.valueOf(Math.round(bytes));
  }

  static String read(Map<String, String> params) {
    return String.join(
        ", ",
        new TreeMap<>(params)
            .entrySet().stream().map(e -> e.getKey() + " " + e.getValue()).toList());
  }
}
