package dev.recloser.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PlanTest {
  private static final Duration TOTAL = Duration.ofSeconds(20);

  @Test
  void oneEndpointAtLeastIsAlwaysWell() {
    assertThat(IntStream.of(2, 3, 4, 16)
            .mapToObj(endpoints -> new Plan(endpoints, TOTAL).ailments().values())
            .map(List::copyOf))
        .containsExactly(
            List.of(Ailment.ERRORS),
            List.of(Ailment.ERRORS, Ailment.SLOWNESS),
            List.of(Ailment.values()),
            List.of(Ailment.values()));
  }

  @Test
  void noteSaysWhatHappensInItsSecond() {
    Plan plan = new Plan(4, TOTAL);

    assertThat(plan.notes(3)).isEmpty();
    assertThat(plan.notes(4)).containsExactly("A goes bad: it answers 503");
    assertThat(plan.notes(7)).containsExactly("B becomes slow: it takes 300 ms");
    assertThat(plan.notes(10)).containsExactly("C dies: its port refuses");
    assertThat(plan.notes(15)).containsExactly("A, B, C are well again");
    assertThat(new Plan(2, TOTAL).notes(15)).containsExactly("A is well again");
  }

  @Test
  void theShortestDemoHasItAll() {
    Plan plan = new Plan(4, Duration.ofSeconds(2));

    assertThat(LongStream.of(1, 2).mapToObj(plan::notes).flatMap(Collection::stream))
        .hasSize(4);
  }
}
