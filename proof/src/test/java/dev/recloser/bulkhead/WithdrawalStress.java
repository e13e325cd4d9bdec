package dev.recloser.bulkhead;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.recloser.Call;
import dev.recloser.CallInterruptedException;
import dev.recloser.Deadline;
import dev.recloser.proof.FrozenTime;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZII_Result;

/**
 * A thread gives up its place in line of a bulkhead at the moment at which the permit comes. Results: was its call let in,
 * how many permits are free once that has ended, how many wait in line.
 */
public final class WithdrawalStress {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

  private WithdrawalStress() {}

  private static Bulkhead bulkhead(FrozenTime time) {
    return Bulkhead.builder("b")
        .maxConcurrent(1)
        .queue(1)
        .maxWait(LONGEST_WAIT.multipliedBy(2))
        .timeSource(time)
        .build();
  }

  private static void look(Bulkhead bulkhead, ZII_Result r) {
    r.r2 = bulkhead.snapshot().free();
    r.r3 = bulkhead.snapshot().queued();
  }

  /** A thread that is interrupted waits for the permit that another gives back. */
  @JCStressTest
  @Outcome(
      id = {"true, 1, 0", "false, 1, 0"},
      expect = ACCEPTABLE,
      desc = "it was let in or not, the permit is back")
  @Outcome(
      id = ".*, 0, 0",
      expect = FORBIDDEN,
      desc = "the permit went to a thread that has given up, and is lost")
  @Outcome(id = ".*, .*, 1", expect = FORBIDDEN, desc = "one that has given up stays in line")
  @Outcome(expect = FORBIDDEN, desc = "the permit is back twice: the limit has grown")
  @State
  public static class ReleaseMeetsInterrupt {
    private final Bulkhead bulkhead = bulkhead(new FrozenTime());
    private final BulkheadPermit permit = bulkhead.acquire();

    @Actor
    public void waiter(ZII_Result r) {
      Thread.currentThread().interrupt();
      try {
        bulkhead.acquire().close();
        r.r1 = true;
      } catch (CallInterruptedException e) {
        r.r1 = false;
      } finally {
        var unused = Thread.interrupted();
      }
    }

    @Actor
    public void release() {
      permit.close();
    }

    @Arbiter
    public void atRest(ZII_Result r) {
      look(bulkhead, r);
    }
  }

  /** The deadline of a call that waits passes just before the permit comes, so it gets one that it has no more use for. */
  @JCStressTest
  @Outcome(
      id = {"true, 1, 0", "false, 1, 0"},
      expect = ACCEPTABLE,
      desc = "it was let in or not, the permit is back")
  @Outcome(
      id = ".*, 0, 0",
      expect = FORBIDDEN,
      desc = "the permit went to a call that was refused, and is lost")
  @Outcome(id = ".*, .*, 1", expect = FORBIDDEN, desc = "one that was refused stays in line")
  @Outcome(expect = FORBIDDEN, desc = "the permit is back twice: the limit has grown")
  @State
  public static class ReleaseMeetsDeadline {
    private final FrozenTime time = new FrozenTime();
    private final Deadline deadline = Deadline.after(LONGEST_WAIT, time);
    private final Bulkhead bulkhead = bulkhead(time);
    private final BulkheadPermit permit = bulkhead.acquire();

    @Actor
    public void waiter(ZII_Result r) {
      Call before = Call.enter(Call.current().within(deadline));
      try {
        bulkhead.acquire().close();
        r.r1 = true;
      } catch (BulkheadFullException e) {
        r.r1 = false;
      } finally {
        var unused = Call.enter(before);
      }
    }

    @Actor
    public void release() {
      time.advance(LONGEST_WAIT);
      permit.close();
    }

    @Arbiter
    public void atRest(ZII_Result r) {
      look(bulkhead, r);
    }
  }
}
