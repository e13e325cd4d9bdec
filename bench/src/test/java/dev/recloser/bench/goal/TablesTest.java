package dev.recloser.bench.goal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.bench.measure.Benchmarks;
import dev.recloser.bench.measure.Wanted;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The files beside the sources: what is asked for, and the floors. */
class TablesTest {
  private static final Path TARGETS = Path.of("targets.json");
  private static final Path FLOORS = Path.of("floors.json");

  @Test
  void everyTargetAndFloorNamesABenchmarkThatIsThere() throws IOException {
    Stream<Wanted> wanted = Stream.concat(
        Target.readAll(TARGETS).stream().flatMap(Target::wanted),
        Floor.readAll(FLOORS).stream().flatMap(Floor::wanted));
    assertThat(wanted.map(one -> one.path() + "." + one.who()).distinct())
        .hasSizeGreaterThan(50)
        .allMatch(Benchmarks.names()::contains);
  }

  @Test
  void everyRowOfTheDesignHasATarget() throws IOException {
    assertThat(Target.readAll(TARGETS).stream().map(Target::row).distinct())
        .containsExactly(
            "closed, healthy, count window",
            "closed, 1 % failures, count window",
            "closed, time window",
            "slow-call rule on",
            "open, by exception",
            "open, by `callOrElse` or `tryAcquire`",
            "retry, first attempt succeeds (budget on)",
            "retry + breaker, healthy",
            "bulkhead / rate limiter granted",
            "standard pipeline without timeouts, healthy",
            "one breaker, count window 100");
  }

  @Test
  void idsAreUsedOnce() throws IOException {
    List<String> targets = Target.readAll(TARGETS).stream().map(Target::id).toList();
    List<String> floors = Floor.readAll(FLOORS).stream().map(Floor::id).toList();
    assertThat(targets).doesNotHaveDuplicates();
    assertThat(floors).doesNotHaveDuplicates();
  }
}
