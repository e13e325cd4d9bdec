package dev.recloser.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BenchmarksTest {

  @Test
  void theFullRunHasEveryBenchmarkThatThisJvmCanRun() {
    boolean hasVirtualThreads = Runtime.version().feature() >= 21;
    Stream<String> expected = Benchmarks.names().stream()
        .filter(name -> hasVirtualThreads || !name.startsWith("VirtualThreads."));
    assertThat(
            Benchmarks.full().stream().map(one -> one.path() + "." + one.who()).distinct())
        .containsExactlyInAnyOrderElementsOf(expected.toList());
  }

  @Test
  void theFullRunMeasuresContentionOnlyOverAWindowOfAHundred() {
    assertThat(Benchmarks.full())
        .filteredOn(one -> one.threads() > 1)
        .isNotEmpty()
        .allMatch(one -> "100".equals(one.params().get("calls")));
    assertThat(Benchmarks.full()).extracting(Wanted::threads).containsOnly(1, 2, 8);
  }

  @Test
  void everyPathHasOneOfOurs() {
    Stream<String> paths = Benchmarks.names().stream()
        .map(name -> name.substring(0, name.indexOf('.')))
        .distinct();
    assertThat(paths)
        .allMatch(path ->
            Benchmarks.names().stream().anyMatch(name -> name.startsWith(path + ".recloser")));
  }
}
