package dev.recloser.bench.measure;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** All the benchmarks there are. */
public final class Benchmarks {
  /** Where several threads meet. */
  private static final Set<String> SHARED = Set.of(
      "ClosedHealthy",
      "ClosedFailing",
      "ClosedTimeWindow",
      "SlowCallRule",
      "OpenByException",
      "OpenByFallback",
      "HalfOpen",
      "OneListener",
      "RetryFirst",
      "RetryAndBreaker",
      "BulkheadGranted",
      "RateLimiterGranted",
      "StandardPipeline");

  private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

  private Benchmarks() {}

  /** Returns all that this JVM can run: with one thread and all parameters, the shared ones with 2 and 8 threads too. */
  public static List<Wanted> full() {
    return Stream.concat(
            wanted(1, Map.of()).filter(Benchmarks::runsHere),
            Stream.of(2, 8)
                .flatMap(threads -> wanted(threads, Map.of("calls", "100")))
                .filter(one -> SHARED.contains(one.path())))
        .toList();
  }

  /** Returns the names of all, each the class and the method. */
  public static Collection<String> names() {
    return BenchmarkList.defaultList()
        .getAll(OutputFormatFactory.createFormatInstance(System.out, VerboseMode.SILENT), List.of())
        .stream()
        .map(BenchmarkListEntry::getUsername)
        .map(name -> name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1))
        .sorted()
        .toList();
  }

  private static Stream<Wanted> wanted(int threads, Map<String, String> params) {
    return names().stream()
        .map(name -> new Wanted(
            name.substring(0, name.indexOf('.')),
            name.substring(name.indexOf('.') + 1),
            params,
            threads));
  }

  private static boolean runsHere(Wanted wanted) {
    return !wanted.path().equals("VirtualThreads")
        || Runtime.version().feature() >= FIRST_WITH_VIRTUAL_THREADS;
  }
}
