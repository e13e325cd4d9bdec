package dev.recloser.proof.oracle;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Our breaker beside that of Failsafe. */
class FailsafeOracleTest {

  @Test
  void differsOnlyForTheReasonsInTheLedgerAndForEachOfThem() {
    new Oracle<>("failsafe", FailsafeSetup::random, List.of(FailsafeDeviation.values())).playAll();
  }
}
