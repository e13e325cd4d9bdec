package dev.recloser.proof.lincheck;

import dev.recloser.RetryBudget;
import dev.recloser.proof.FrozenTime;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Test;

/**
 * Deposits and withdrawals at one instant behave as one after the other. What time brings is not among them: while one thread is
 * about to pay in a refill, another may be refused; that nothing is lost or credited twice is for the stress tests to show.
 */
public class RetryBudgetLincheckTest {
  private final RetryBudget budget = RetryBudget.builder()
      .capacity(2)
      .depositPerCall(0.5)
      .refillPerSecond(0)
      .timeSource(new FrozenTime())
      .build();

  @Operation
  public void deposit() {
    budget.deposit();
  }

  @Operation
  public boolean withdraw() {
    return budget.tryWithdraw();
  }

  @Operation
  public long available() {
    return budget.available();
  }

  @Test
  void behavesInEveryInterleavingTriedAsOneByOne() {
    Effort.modelChecking()
        .sequentialSpecification(Halves.class)
        .check(RetryBudgetLincheckTest.class);
  }

  @Test
  void behavesUnderStressAsOneByOne() {
    Effort.stress().sequentialSpecification(Halves.class).check(RetryBudgetLincheckTest.class);
  }

  /** The tokens, in halves. */
  public static class Halves {
    private int halves = 4;

    public void deposit() {
      halves = Math.min(4, halves + 1);
    }

    public boolean withdraw() {
      boolean paid = halves >= 2;
      halves -= paid ? 2 : 0;
      return paid;
    }

    public long available() {
      return halves / 2;
    }
  }
}
