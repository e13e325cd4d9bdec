package dev.recloser.proof.oracle;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Our breaker beside that of Resilience4j. */
class Resilience4jOracleTest {

  @Test
  void differsOnlyForTheReasonsInTheLedgerAndForEachOfThem() {
    new Oracle<>("resilience4j", Resilience4jSetup::random, List.of(Resilience4jDeviation.values()))
        .playAll();
  }
}
