package dev.recloser.bench.result;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One run.
 *
 * @param mode what was asked for, such as {@code short}
 * @param date the day, in UTC
 * @param commit what was measured, with {@code -dirty} where the sources differed from it
 * @param pace how long each benchmark ran
 * @param machine where
 * @param rows what each benchmark took
 * @param retained what breakers retain
 */
public record Result(
    String mode,
    String date,
    String commit,
    String pace,
    Machine machine,
    List<Row> rows,
    List<Retained> retained) {

  /** Returns the result under the name of the file that it is in, wherever it was kept at first. */
  public Result named(String name) {
    return new Result(name, date, commit, pace, machine, rows, retained);
  }

  /** Returns what the benchmark took, if it was measured. */
  public Optional<Row> row(String path, String who, Map<String, String> params, int threads) {
    return rows.stream().filter(row -> row.is(path, who, params, threads)).findFirst();
  }

  /** Returns the fastest of several, if all were measured. */
  public Optional<Row> fastest(
      String path, Collection<String> whos, Map<String, String> params, int threads) {
    List<Row> found =
        whos.stream().flatMap(who -> row(path, who, params, threads).stream()).toList();
    return found.size() < whos.size()
        ? Optional.empty()
        : found.stream().min((a, b) -> Double.compare(a.nanos(), b.nanos()));
  }

  /** Returns what a used breaker of the library retains, over as many breakers as were measured at the most. */
  public Optional<Retained> retained(String who) {
    return retained.stream()
        .filter(entry -> entry.who().equals(who) && entry.used())
        .max((a, b) -> Integer.compare(a.breakers(), b.breakers()));
  }
}
