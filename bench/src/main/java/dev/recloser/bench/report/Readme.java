package dev.recloser.bench.report;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.recloser.bench.goal.Target;
import dev.recloser.bench.goal.Verdict;
import dev.recloser.bench.result.JsonFile;
import dev.recloser.bench.result.Result;
import dev.recloser.bench.result.Retained;
import dev.recloser.bench.result.Row;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The page beside the results. */
public final class Readme {
  private static final String HEAD = """
      # Benchmark results

      Rendered by `bench/run`; do not edit. `bench/run` measures what the targets need, `bench/run --full` everything,
      `bench/check` compares ratios with `bench/floors.json`. Numbers of one run may be compared with each other, numbers of
      different runs may not. A number is the median of all iterations of all rounds; ns is the time of one operation in one
      thread, so with more threads than cores it grows for everybody. B is what an operation allocates. How each library is
      set up, and where its documentation says so, is in `bench/src/main/java/dev/recloser/bench/peer`.
      """;

  /** The runs that measure all that the targets need. */
  private static final List<String> WHOLE = List.of("full", "short");

  private Readme() {}

  /** Returns the page of all results that are there, and writes the charts beside it. */
  public static String render(Path targets, Path results) throws IOException {
    List<Target> table = Target.readAll(targets);
    Files.createDirectories(results);
    List<Result> all = new ArrayList<>();
    for (Path file : files(results)) {
      all.add(JsonFile.read(file, new TypeReference<Result>() {}).named(stem(file)));
    }
    deleteCharts(results);
    StringBuilder page = new StringBuilder(HEAD);
    for (Result result : all) {
      page.append('\n').append(section(table, result)).append(charts(result, results));
    }
    return page.toString();
  }

  private static String stem(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.substring(0, name.length() - ".json".length());
  }

  /** Returns the results: the full one, the short one, and then those that were kept under other names. */
  private static List<Path> files(Path results) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String mode : WHOLE) {
      Path file = results.resolve(mode + ".json");
      if (Files.exists(file)) {
        files.add(file);
      }
    }
    try (Stream<Path> all = Files.list(results)) {
      all.filter(file -> file.toString().endsWith(".json") && !files.contains(file))
          .sorted()
          .forEach(files::add);
    }
    return files;
  }

  /** Returns the numbers of a result alone. */
  public static String tables(Result result) {
    StringBuilder tables = new StringBuilder();
    result.rows().stream()
        .map(Row::path)
        .distinct()
        .forEach(path -> tables
            .append("### ")
            .append(path)
            .append("\n\n")
            .append(new PathTable(result, path).render())
            .append('\n'));
    if (!result.retained().isEmpty()) {
      tables.append("### Memory, one breaker over the latest 100 calls\n\n");
      tables.append(memory(result));
    }
    return tables.toString();
  }

  private static String section(List<Target> targets, Result result) {
    StringBuilder section = new StringBuilder();
    section.append("## The %s run of %s\n\n".formatted(result.mode(), result.date()));
    section.append("Commit `%s`; %s, %d cores, %s; %s; %s.\n\n"
        .formatted(
            result.commit(),
            result.machine().cpu(),
            result.machine().cores(),
            result.machine().os(),
            result.machine().jdk(),
            result.pace()));
    if (WHOLE.contains(result.mode())) {
      section.append("| path | target | threads | ours | against | comes to | holds |\n");
      section.append("| --- | --- | ---: | ---: | ---: | ---: | --- |\n");
      for (Target target : targets) {
        section.append(line(Verdict.of(target, result)));
      }
      section.append('\n');
    }
    return section.append(tables(result)).toString();
  }

  private static String line(Verdict verdict) {
    String holds = verdict.holds().map(there -> there ? "yes" : "**no**").orElse("–");
    Target target = verdict.target();
    return "| %s | %s | %d | %s | %s | %s | %s |\n"
        .formatted(
            target.row(),
            target.asks(),
            target.threads(),
            verdict.ours(),
            verdict.theirs(),
            verdict.outcome(),
            holds);
  }

  private static String memory(Result result) {
    StringBuilder table =
        new StringBuilder("| who | breakers | used | bytes each | ns to build |\n");
    table.append("| --- | ---: | --- | ---: | ---: |\n");
    for (Retained entry : result.retained()) {
      table.append(String.format(
          Locale.ROOT,
          "| %s | %,d | %s | %,.0f | %,.0f |\n",
          entry.who(),
          entry.breakers(),
          entry.used() ? "yes" : "no",
          entry.bytes(),
          entry.buildNanos()));
    }
    return table.append('\n').toString();
  }

  private static String charts(Result result, Path folder) throws IOException {
    Map<String, BarChart> charts = new Charts(result).all();
    StringBuilder links = new StringBuilder(charts.isEmpty() ? "" : "### Charts\n\n");
    for (Map.Entry<String, BarChart> chart : charts.entrySet()) {
      Files.writeString(folder.resolve(chart.getKey()), chart.getValue().svg());
      links.append("![%s](%s)\n\n".formatted(chart.getValue().title(), chart.getKey()));
    }
    return links.toString();
  }

  private static void deleteCharts(Path folder) throws IOException {
    try (DirectoryStream<Path> old = Files.newDirectoryStream(folder, "*.svg")) {
      for (Path chart : old) {
        Files.delete(chart);
      }
    }
  }
}
