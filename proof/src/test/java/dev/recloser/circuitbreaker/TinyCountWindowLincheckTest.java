package dev.recloser.circuitbreaker;

import dev.recloser.proof.lincheck.Effort;
import org.jetbrains.lincheck.datastructures.BooleanGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.jetbrains.lincheck.datastructures.verifier.EpsilonVerifier;
import org.junit.jupiter.api.Test;

/** The window of the last two calls, where more are in flight than it holds: the count never drifts from the ring. */
public class TinyCountWindowLincheckTest {
  private static final int CALLS = 2;

  private final CountWindow window =
      new CountWindow(TripRule.failureRate(0.5).overCalls(CALLS).minimumCalls(1), CALLS);

  @Operation
  public void record(@Param(gen = BooleanGen.class) boolean failed) {
    boolean unused = window.record(failed, -1, 0);
  }

  @Validate
  public void theCountIsThatOfTheRing() {
    if (window.snapshot(0).bad() != window.badInRing()) {
      throw new IllegalStateException(
          window.snapshot(0).bad() + " counted, " + window.badInRing() + " in the ring");
    }
  }

  @Test
  void theCountIsThatOfTheRingAfterEveryInterleavingTried() {
    Effort.modelChecking().verifier(EpsilonVerifier.class).check(TinyCountWindowLincheckTest.class);
  }

  @Test
  void theCountIsThatOfTheRingAfterStress() {
    Effort.stress().verifier(EpsilonVerifier.class).check(TinyCountWindowLincheckTest.class);
  }
}
