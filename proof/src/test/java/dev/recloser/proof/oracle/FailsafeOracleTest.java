package dev.recloser.proof.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Our breaker beside that of Failsafe. */
class FailsafeOracleTest {
  private final Oracle<FailsafeSetup> oracle =
      new Oracle<>(FailsafeSetup::random, List.of(FailsafeDeviation.values()));

  @Test
  void differsOnlyForTheReasonsInTheLedgerAndForEachOfThem() {
    for (int i = 0; i < Oracle.TRACES; i++) {
      String report = oracle.play(Oracle.SEED + i);
      assertThat(report).as("%s", report).isNull();
    }

    System.out.println(
        "Failsafe: " + Oracle.TRACES + " traces, " + oracle.steps() + " steps, " + oracle.met());
    if (Oracle.TRACES >= 1_000) {
      assertThat(oracle.met().keySet())
          .containsAll(Arrays.stream(FailsafeDeviation.values()).map(Enum::name).toList());
    }
  }
}
