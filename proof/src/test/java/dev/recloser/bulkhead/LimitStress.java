package dev.recloser.bulkhead;

import static dev.recloser.bulkhead.PermitsStress.admitted;
import static dev.recloser.bulkhead.PermitsStress.free;
import static dev.recloser.bulkhead.PermitsStress.lineUp;
import static dev.recloser.bulkhead.PermitsStress.waiter;
import static dev.recloser.bulkhead.PermitsStress.waiting;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZII_Result;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** The limit of a bulkhead. Results end with how many permits are free and, where one may wait, how many do. */
public final class LimitStress {

  private LimitStress() {}

  /** Two callers, one permit. */
  @JCStressTest
  @Outcome(
      id = {"true, false, 0", "false, true, 0"},
      expect = ACCEPTABLE,
      desc = "one has it")
  @Outcome(id = "true, true, .*", expect = FORBIDDEN, desc = "more calls run than the limit allows")
  @Outcome(id = "false, false, .*", expect = FORBIDDEN, desc = "a free permit is refused to both")
  @Outcome(expect = FORBIDDEN, desc = "the count of free permits is wrong")
  @State
  public static class LastPermit {
    private final Permits permits = new Permits(1);

    @Actor
    public void caller1(ZZI_Result r) {
      r.r1 = permits.tryTake();
    }

    @Actor
    public void caller2(ZZI_Result r) {
      r.r2 = permits.tryTake();
    }

    @Arbiter
    public void atRest(ZZI_Result r) {
      r.r3 = free(permits);
    }
  }

  /** One joins the line while the limit is lifted. */
  @JCStressTest
  @Outcome(id = "true, -1, 0", expect = ACCEPTABLE, desc = "it was let in without limit")
  @Outcome(
      id = "false, .*, 1",
      expect = FORBIDDEN,
      desc = "one waits in a bulkhead that is switched off")
  @Outcome(expect = FORBIDDEN, desc = "the count of free permits is wrong")
  @State
  public static class JoinMeetsUnlimited {
    private final Permits permits = new Permits(0);
    private final Waiter waiter = waiter();

    @Actor
    public void join() {
      boolean unused = lineUp(permits, waiter, 1);
    }

    @Actor
    public void lift() {
      var unused = permits.unlimited(true);
    }

    @Arbiter
    public void atRest(ZII_Result r) {
      r.r1 = admitted(waiter);
      r.r2 = free(permits);
      r.r3 = waiting(permits);
    }
  }

  /** The limit shrinks by one while a call asks for the last permit. */
  @JCStressTest
  @Outcome(
      id = "true, -1, 0",
      expect = ACCEPTABLE,
      desc = "it came first: one too many, until it ends")
  @Outcome(id = "false, 0, 0", expect = ACCEPTABLE, desc = "it came too late")
  @Outcome(
      id = "true, 0, 0",
      expect = FORBIDDEN,
      desc = "the resize is lost: one too many, for good")
  @Outcome(expect = FORBIDDEN, desc = "the count of free permits is wrong")
  @State
  public static class TakeMeetsResize {
    private final Permits permits = new Permits(1);

    @Actor
    public void caller(ZII_Result r) {
      r.r1 = permits.tryTake();
    }

    @Actor
    public void resize() {
      var unused = permits.add(-1);
    }

    @Arbiter
    public void atRest(ZII_Result r) {
      r.r2 = free(permits);
      r.r3 = waiting(permits);
    }
  }
}
