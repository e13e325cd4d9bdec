package dev.recloser.bench.measure;

import dev.recloser.bench.result.Row;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Measures benchmarks. A round runs each of them once, in a JVM of its own, those side by side that are compared with each
 * other; the next round does so again. So a machine that slows down meanwhile slows all of them.
 */
public final class Measurement {
  private static final String PACKAGE = "dev.recloser.bench.path.";

  private static final int FIRST_TO_WARN = 24;

  private final Pace pace;
  private final boolean verbose;
  private final PrintStream progress;

  /**
   * Makes one.
   *
   * @param pace how long each benchmark runs
   * @param verbose whether JMH tells all it does
   * @param progress where to tell how far it is
   */
  public Measurement(Pace pace, boolean verbose, PrintStream progress) {
    this.pace = pace;
    this.verbose = verbose;
    this.progress = progress;
  }

  /**
   * Measures.
   *
   * @throws RunnerException if a benchmark fails
   */
  public List<Row> measure(Collection<Wanted> wanted) throws RunnerException {
    Map<Wanted.Group, Set<String>> groups = new LinkedHashMap<>();
    wanted.forEach(
        one -> groups.computeIfAbsent(one.group(), g -> new LinkedHashSet<>()).add(one.who()));
    Map<String, BenchmarkParams> benchmarks = new TreeMap<>();
    Map<String, Samples> samples = new TreeMap<>();
    for (int round = 1; round <= pace.rounds(); round++) {
      int done = 0;
      for (Map.Entry<Wanted.Group, Set<String>> entry : groups.entrySet()) {
        tell(round, ++done, groups.size(), entry.getKey());
        for (RunResult result : run(entry.getKey(), entry.getValue())) {
          String id = result.getParams().id() + " " + result.getParams().getThreads();
          benchmarks.put(id, result.getParams());
          samples.computeIfAbsent(id, unused -> new Samples()).add(result);
        }
      }
    }
    List<Row> rows = new ArrayList<>();
    benchmarks.forEach((id, benchmark) -> rows.add(samples.get(id).row(benchmark)));
    return rows;
  }

  private Collection<RunResult> run(Wanted.Group group, Set<String> whos) throws RunnerException {
    ChainedOptionsBuilder options = new OptionsBuilder()
        .include("^" + (PACKAGE + group.path()).replace(".", "\\.") + "\\.("
            + String.join("|", whos) + ")$")
        .mode(Mode.AverageTime)
        .timeUnit(TimeUnit.NANOSECONDS)
        .threads(group.threads())
        .addProfiler(GCProfiler.class)
        .jvmArgsAppend(jvmArgs())
        .shouldFailOnError(true)
        .verbosity(verbose ? VerboseMode.NORMAL : VerboseMode.SILENT);
    group.params().forEach(options::param);
    pace.applyTo(options);
    try {
      return new Runner(options.build()).run();
    } catch (RunnerException e) {
      throw new RunnerException(group.path() + " failed: " + reason(e), e);
    }
  }

  /** Room for a million breakers; and JMH still does what newer JDKs warn of. */
  private static String[] jvmArgs() {
    return Runtime.version().feature() < FIRST_TO_WARN
        ? new String[] {"-Xmx3g"}
        : new String[] {"-Xmx3g", "--sun-misc-unsafe-memory-access=allow"};
  }

  /** What the benchmark threw lies below what JMH makes of it. */
  private static Throwable reason(Throwable failure) {
    if (failure.getSuppressed().length > 0) {
      return reason(failure.getSuppressed()[0]);
    }
    return failure.getCause() == null ? failure : reason(failure.getCause());
  }

  private void tell(int round, int group, int groups, Wanted.Group which) {
    progress.printf(
        "round %d of %d, %d of %d: %s %s with %d thread%s%n",
        round,
        pace.rounds(),
        group,
        groups,
        which.path(),
        which.params().isEmpty() ? "" : which.params(),
        which.threads(),
        which.threads() == 1 ? "" : "s");
  }
}
