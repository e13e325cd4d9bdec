package dev.recloser.bulkhead;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.ZII_Result;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** The permits and the line. Results end with how many permits are free and, where one may wait, how many do. */
public final class PermitsStress {
  private static final String LOST = "a permit is lost";
  private static final String MADE = "a permit was made of nothing";
  private static final String LEFT_WAITING =
      "a permit is free while one waits for it, and nobody will hand it over";

  private PermitsStress() {}

  static Waiter waiter() {
    return new Waiter(0, null);
  }

  static boolean lineUp(Permits permits, Waiter waiter, int most) {
    boolean joined = permits.join(waiter, most);
    var unused = permits.handOver();
    return joined;
  }

  private static void release(Permits permits) {
    var unused = permits.release();
  }

  static boolean admitted(Waiter waiter) {
    return waiter.admission().getNow(false);
  }

  static int free(Permits permits) {
    return Permits.free(permits.state());
  }

  static int waiting(Permits permits) {
    return Permits.waiting(permits.state());
  }

  /**
   * One joins the line while the last permit is given back. The hand-over may find the line empty, since whoever joins is
   * counted first and queued later; then all depends on its second look at the line.
   */
  @JCStressTest
  @Outcome(
      id = "true, 0, 0",
      expect = ACCEPTABLE,
      desc = "the permit has come to the one who waits")
  @Outcome(id = "false, 1, 1", expect = FORBIDDEN, desc = LEFT_WAITING)
  @Outcome(id = "false, 0, .*", expect = FORBIDDEN, desc = LOST)
  @Outcome(expect = FORBIDDEN, desc = "permits and line do not belong together")
  @State
  public static class JoinMeetsRelease {
    private final Permits permits = new Permits(0);
    private final Waiter waiter = waiter();

    @Actor
    public void join() {
      boolean unused = lineUp(permits, waiter, 1);
    }

    @Actor
    public void release() {
      PermitsStress.release(permits);
    }

    @Arbiter
    public void atRest(ZII_Result r) {
      r.r1 = admitted(waiter);
      r.r2 = free(permits);
      r.r3 = waiting(permits);
    }
  }

  /** The first in line gives up while a permit is handed over. Results: did it leave, has the second been admitted. */
  @JCStressTest
  @Outcome(
      id = "1, 1, 0, 0",
      expect = ACCEPTABLE,
      desc = "it has left, the next one has the permit")
  @Outcome(id = "0, 0, 0, 1", expect = ACCEPTABLE, desc = "it has the permit")
  @Outcome(id = "1, 0, 1, 1", expect = FORBIDDEN, desc = LEFT_WAITING)
  @Outcome(id = ".*, .*, 0, .*", expect = FORBIDDEN, desc = LOST + ", or handed over twice")
  @Outcome(expect = FORBIDDEN, desc = "permits and line do not belong together")
  @State
  public static class LeaveMeetsRelease {
    private final Permits permits = new Permits(0);
    private final Waiter first = waiter();
    private final Waiter second = waiter();

    public LeaveMeetsRelease() {
      boolean unused = lineUp(permits, first, 2);
      boolean unusedToo = lineUp(permits, second, 2);
    }

    @Actor
    public void leave(IIII_Result r) {
      r.r1 = first.leave() ? 1 : 0;
    }

    @Actor
    public void release() {
      PermitsStress.release(permits);
    }

    @Arbiter
    public void atRest(IIII_Result r) {
      r.r2 = admitted(second) ? 1 : 0;
      r.r3 = free(permits);
      r.r4 = waiting(permits);
    }
  }

  /** Who waits alone gives up while a permit is handed over. */
  @JCStressTest
  @Outcome(id = "true, 1, 0", expect = ACCEPTABLE, desc = "it has left, the permit is free")
  @Outcome(id = "false, 0, 0", expect = ACCEPTABLE, desc = "it has the permit")
  @Outcome(id = "true, 0, .*", expect = FORBIDDEN, desc = LOST)
  @Outcome(id = "false, 1, .*", expect = FORBIDDEN, desc = MADE)
  @Outcome(expect = FORBIDDEN, desc = "one who has left is counted for ever: nobody gets a permit")
  @State
  public static class LastOneLeaves {
    private final Permits permits = new Permits(0);
    private final Waiter waiter = waiter();

    public LastOneLeaves() {
      boolean unused = lineUp(permits, waiter, 1);
    }

    @Actor
    public void leave(ZII_Result r) {
      r.r1 = waiter.leave();
    }

    @Actor
    public void release() {
      PermitsStress.release(permits);
    }

    @Arbiter
    public void atRest(ZII_Result r) {
      r.r2 = free(permits);
      r.r3 = waiting(permits);
    }
  }

  /** Two permits come back at once, and two wait. */
  @JCStressTest
  @Outcome(id = "1, 1, 0, 0", expect = ACCEPTABLE, desc = "both have one")
  @Outcome(id = ".*, .*, [12], [12]", expect = FORBIDDEN, desc = LEFT_WAITING)
  @Outcome(expect = FORBIDDEN, desc = LOST + ", or two were given to one")
  @State
  public static class TwoReleases {
    private final Permits permits = new Permits(0);
    private final Waiter first = waiter();
    private final Waiter second = waiter();

    public TwoReleases() {
      boolean unused = lineUp(permits, first, 2);
      boolean unusedToo = lineUp(permits, second, 2);
    }

    @Actor
    public void release1() {
      PermitsStress.release(permits);
    }

    @Actor
    public void release2() {
      PermitsStress.release(permits);
    }

    @Arbiter
    public void atRest(IIII_Result r) {
      r.r1 = admitted(first) ? 1 : 0;
      r.r2 = admitted(second) ? 1 : 0;
      r.r3 = free(permits);
      r.r4 = waiting(permits);
    }
  }

  /** Two want the last place in line. Results: did the first join, did the second. */
  @JCStressTest
  @Outcome(
      id = {"true, false, 1", "false, true, 1"},
      expect = ACCEPTABLE,
      desc = "one has it")
  @Outcome(id = "true, true, .*", expect = FORBIDDEN, desc = "the line is longer than it may be")
  @Outcome(id = "false, false, .*", expect = FORBIDDEN, desc = "a free place is refused to both")
  @Outcome(expect = FORBIDDEN, desc = "the count of those who wait is wrong")
  @State
  public static class LastPlaceInLine {
    private final Permits permits = new Permits(0);

    @Actor
    public void join1(ZZI_Result r) {
      r.r1 = lineUp(permits, waiter(), 1);
    }

    @Actor
    public void join2(ZZI_Result r) {
      r.r2 = lineUp(permits, waiter(), 1);
    }

    @Arbiter
    public void atRest(ZZI_Result r) {
      r.r3 = waiting(permits);
    }
  }
}
