package dev.recloser.bench;

import dev.recloser.bench.measure.Pace;
import dev.recloser.bench.result.Machine;
import dev.recloser.bench.result.Result;
import dev.recloser.bench.result.Retained;
import dev.recloser.bench.result.Row;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

/** What is known of this run beside its numbers. */
final class Run {
  private static final String COMMIT = "recloser.bench.commit";

  private Run() {}

  static Result result(String mode, Pace pace, List<Row> rows, List<Retained> retained) {
    return new Result(
        mode,
        LocalDate.now(ZoneOffset.UTC).toString(),
        System.getProperty(COMMIT, "unknown"),
        pace.toString(),
        Machine.here(),
        rows,
        retained);
  }
}
