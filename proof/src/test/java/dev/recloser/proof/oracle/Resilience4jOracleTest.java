package dev.recloser.proof.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Our breaker beside that of Resilience4j. */
class Resilience4jOracleTest {
  private final Oracle<Resilience4jSetup> oracle =
      new Oracle<>(Resilience4jSetup::random, List.of(Resilience4jDeviation.values()));

  @Test
  void differsOnlyForTheReasonsInTheLedgerAndForEachOfThem() {
    for (int i = 0; i < Oracle.TRACES; i++) {
      String report = oracle.play(Oracle.SEED + i);
      assertThat(report).as("%s", report).isNull();
    }

    System.out.println("Resilience4j: " + Oracle.TRACES + " traces, " + oracle.steps() + " steps, "
        + oracle.met());
    if (Oracle.TRACES >= 1_000) {
      assertThat(oracle.met().keySet())
          .containsAll(
              Arrays.stream(Resilience4jDeviation.values()).map(Enum::name).toList());
    }
  }
}
