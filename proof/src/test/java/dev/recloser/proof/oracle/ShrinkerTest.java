package dev.recloser.proof.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShrinkerTest {

  @Test
  void leavesOutAllThatTheFailureDoesNotNeed() {
    List<Integer> failing = IntStream.rangeClosed(1, 100).boxed().toList();

    List<Integer> shortest =
        Shrinker.shrink(failing, part -> part.containsAll(List.of(3, 50, 51, 98)));

    assertThat(shortest).containsExactly(3, 50, 51, 98);
  }
}
