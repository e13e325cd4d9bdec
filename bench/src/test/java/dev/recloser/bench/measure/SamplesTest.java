package dev.recloser.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SamplesTest {

  @Test
  void theMedianIsTheMiddleInOrderOfSize() {
    assertThat(Samples.median(List.of(9.0, 1.0, 2.0))).isEqualTo(2);
  }

  @Test
  void theMedianOfAnEvenNumberIsBetweenTheTwoInTheMiddle() {
    assertThat(Samples.median(List.of(9.0, 1.0, 2.0, 4.0))).isEqualTo(3);
  }
}
