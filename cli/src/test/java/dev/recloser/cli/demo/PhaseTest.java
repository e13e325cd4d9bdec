package dev.recloser.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PhaseTest {
  private static final Duration TOTAL = Duration.ofSeconds(20);

  @ParameterizedTest
  @CsvSource({
    "0, HEALTHY",
    "4999, HEALTHY",
    "5000, DOWN",
    "10999, DOWN",
    "11000, SLOW",
    "14999, SLOW",
    "15000, RECOVERED",
    "99000, RECOVERED"
  })
  void aPhaseLastsUntilTheNextBegins(long millis, Phase phase) {
    assertThat(Phase.at(Duration.ofMillis(millis), TOTAL)).isEqualTo(phase);
  }

  @Test
  void downAndSlowAreSick() {
    assertThat(Phase.values()).filteredOn(Phase::isSick).containsExactly(Phase.DOWN, Phase.SLOW);
  }
}
