package dev.recloser.bench.measure;

import dev.recloser.bench.result.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** What one benchmark took in all rounds so far. */
final class Samples {
  private static final String BYTES = "gc.alloc.rate.norm";

  private final List<Double> nanos = new ArrayList<>();
  private final List<Double> bytes = new ArrayList<>();

  void add(RunResult round) {
    for (BenchmarkResult fork : round.getBenchmarkResults()) {
      for (IterationResult iteration : fork.getIterationResults()) {
        nanos.add(iteration.getPrimaryResult().getScore());
        Result<?> allocated = iteration.getSecondaryResults().get(BYTES);
        bytes.add(allocated == null ? 0 : allocated.getScore());
      }
    }
  }

  Row row(BenchmarkParams benchmark) {
    String name = benchmark.getBenchmark();
    int dot = name.lastIndexOf('.');
    Map<String, String> params = new TreeMap<>();
    benchmark.getParamsKeys().forEach(key -> params.put(key, benchmark.getParam(key)));
    return new Row(
        name.substring(name.lastIndexOf('.', dot - 1) + 1, dot),
        name.substring(dot + 1),
        params,
        benchmark.getThreads(),
        rounded(median(nanos)),
        rounded(median(bytes)),
        nanos.stream().map(Samples::rounded).toList());
  }

  static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  private static double rounded(double value) {
    return Math.round(value * 1000) / 1000.0;
  }
}
