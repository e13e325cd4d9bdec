package dev.recloser.proof.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.recloser.RetryBudget;
import dev.recloser.proof.FrozenTime;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.openjdk.jcstress.infra.results.ZZJ_Result;

/** Those who pay into a retry budget and take from it. Results end with how many tokens are left. */
public final class RetryBudgetStress {

  private RetryBudgetStress() {}

  private static RetryBudget budget(FrozenTime time, int capacity, int refillPerSecond) {
    return RetryBudget.builder()
        .capacity(capacity)
        .depositPerCall(1)
        .refillPerSecond(refillPerSecond)
        .timeSource(time)
        .build();
  }

  private static void drain(RetryBudget budget) {
    while (budget.tryWithdraw()) {}
  }

  /** Two retries, one token. */
  @JCStressTest
  @Outcome(
      id = {"true, false, 0", "false, true, 0"},
      expect = ACCEPTABLE,
      desc = "one has it")
  @Outcome(id = "true, true, .*", expect = FORBIDDEN, desc = "one token pays for two retries")
  @Outcome(
      id = "false, false, .*",
      expect = FORBIDDEN,
      desc = "a token that is there is refused to both")
  @Outcome(expect = FORBIDDEN, desc = "a token is lost, or spent and still there")
  @State
  public static class LastToken {
    private final RetryBudget budget = budget(new FrozenTime(), 1, 0);

    @Actor
    public void retry1(ZZJ_Result r) {
      r.r1 = budget.tryWithdraw();
    }

    @Actor
    public void retry2(ZZJ_Result r) {
      r.r2 = budget.tryWithdraw();
    }

    @Arbiter
    public void atRest(ZZJ_Result r) {
      r.r3 = budget.available();
    }
  }

  /** Two first attempts pay in. Results: tokens after both, and after one withdrawal. */
  @JCStressTest
  @Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "both are credited")
  @Outcome(id = "1, .*", expect = FORBIDDEN, desc = "a deposit is lost")
  @Outcome(expect = FORBIDDEN, desc = "the balance is wrong")
  @State
  public static class TwoDeposits {
    private final RetryBudget budget = budget(new FrozenTime(), 3, 0);

    public TwoDeposits() {
      drain(budget);
    }

    @Actor
    public void attempt1() {
      budget.deposit();
    }

    @Actor
    public void attempt2() {
      budget.deposit();
    }

    @Arbiter
    public void atRest(JJ_Result r) {
      r.r1 = budget.available();
      boolean unused = budget.tryWithdraw();
      r.r2 = budget.available();
    }
  }

  /** Two retries ask after a time that has brought two tokens, and both find them due. */
  @JCStressTest
  @Outcome(id = "true, true, 0", expect = ACCEPTABLE, desc = "each has one")
  @Outcome(
      id = {"true, false, 1", "false, true, 1"},
      expect = ACCEPTABLE,
      desc = "one was refused, while the other one was about to pay the refill in: nothing is lost")
  @Outcome(
      id = "true, true, [12]",
      expect = FORBIDDEN,
      desc = "one span of time was credited twice")
  @Outcome(
      id = "false, false, .*",
      expect = FORBIDDEN,
      desc = "both were refused, though one has refilled")
  @Outcome(expect = FORBIDDEN, desc = "a part of the refill is lost, or was credited twice")
  @State
  public static class TwoRefills {
    private final RetryBudget budget;

    public TwoRefills() {
      FrozenTime time = new FrozenTime();
      budget = budget(time, 4, 1);
      drain(budget);
      time.advance(Duration.ofSeconds(2));
    }

    @Actor
    public void retry1(ZZJ_Result r) {
      r.r1 = budget.tryWithdraw();
    }

    @Actor
    public void retry2(ZZJ_Result r) {
      r.r2 = budget.tryWithdraw();
    }

    @Arbiter
    public void atRest(ZZJ_Result r) {
      r.r3 = budget.available();
    }
  }
}
