package dev.recloser.bench;

import dev.recloser.bench.result.Machine;
import dev.recloser.bench.result.Result;
import dev.recloser.bench.result.Retained;
import dev.recloser.bench.result.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A result made by hand. */
public final class Sample {
  private final List<Row> rows = new ArrayList<>();
  private final List<Retained> retained = new ArrayList<>();

  public Sample row(String path, String who, int threads, double nanos, double bytes) {
    return row(path, who, Map.of(), threads, nanos, bytes);
  }

  public Sample row(
      String path,
      String who,
      Map<String, String> params,
      int threads,
      double nanos,
      double bytes) {
    rows.add(new Row(path, who, params, threads, nanos, bytes, List.of(nanos)));
    return this;
  }

  public Sample retained(String who, double bytes) {
    retained.add(new Retained(who, 1000, true, bytes, 100));
    return this;
  }

  public Result result() {
    return new Result(
        "short",
        "2026-01-01",
        "abc",
        "a moment",
        new Machine("a processor", 2, "an OS", "a JVM"),
        rows,
        retained);
  }
}
