package dev.recloser.proof.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The oracle notices each difference that the ledger excuses: without the entry it fails. */
class LedgerTest {
  private static final int TRACES = 3_000;

  @ParameterizedTest
  @EnumSource
  void theOracleFailsWithoutAnEntryForResilience4j(Resilience4jDeviation missing) {
    String report =
        firstFailure(Resilience4jSetup::random, Resilience4jDeviation.values(), missing);

    assertThat(report).contains("shrunk from");
  }

  @ParameterizedTest
  @EnumSource
  void theOracleFailsWithoutAnEntryForFailsafe(FailsafeDeviation missing) {
    String report = firstFailure(FailsafeSetup::random, FailsafeDeviation.values(), missing);

    assertThat(report).contains("shrunk from");
  }

  private static <S extends Setup> String firstFailure(
      Function<RandomGenerator, S> setups, Excuse<S>[] ledger, Excuse<S> missing) {
    Oracle<S> oracle = new Oracle<>(
        "peer", setups, Arrays.stream(ledger).filter(entry -> entry != missing).toList());
    return LongStream.rangeClosed(1, TRACES)
        .mapToObj(seed -> oracle.play(seed, Observer.NONE))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }
}
