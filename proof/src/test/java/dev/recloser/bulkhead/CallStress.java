package dev.recloser.bulkhead;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.recloser.proof.FrozenTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZII_Result;
import org.openjdk.jcstress.infra.results.ZZI_Result;
import org.openjdk.jcstress.infra.results.ZZZ_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Those who hold a permit of a bulkhead, or wait for one. */
public final class CallStress {

  private CallStress() {}

  private static Bulkhead bulkhead(FrozenTime time) {
    return Bulkhead.builder("b")
        .maxConcurrent(1)
        .queue(1)
        .maxWait(Duration.ofSeconds(1))
        .timeSource(time)
        .build();
  }

  /** A hand-over meets one who gives up. */
  @JCStressTest
  @Outcome(
      id = {"true, false", "false, true"},
      expect = ACCEPTABLE,
      desc = "one of the two decides")
  @Outcome(
      id = "true, true",
      expect = FORBIDDEN,
      desc = "the permit goes to one who has left: it is lost")
  @Outcome(
      id = "false, false",
      expect = FORBIDDEN,
      desc = "nobody decides: the caller waits for ever")
  @State
  public static class HandOverMeetsLeaving {
    private final Waiter waiter = new Waiter(0, null);

    @Actor
    public void handOver(ZZ_Result r) {
      r.r1 = waiter.admit();
    }

    @Actor
    public void leave(ZZ_Result r) {
      r.r2 = waiter.leave();
    }
  }

  /** Two threads close one permit. Results: free permits, running calls. */
  @JCStressTest
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "it is back, once")
  @Outcome(id = "2, -1", expect = FORBIDDEN, desc = "it is back twice: the limit has grown")
  @Outcome(expect = FORBIDDEN, desc = "it is lost")
  @State
  public static class TwoClosings {
    private final Bulkhead bulkhead = bulkhead(new FrozenTime());
    private final BulkheadPermit permit = bulkhead.acquire();

    @Actor
    public void first() {
      permit.close();
    }

    @Actor
    public void second() {
      permit.close();
    }

    @Arbiter
    public void atRest(II_Result r) {
      r.r1 = bulkhead.snapshot().free();
      r.r2 = bulkhead.snapshot().running();
    }
  }

  /** The stage of an async call ends while its future is cancelled. */
  @JCStressTest
  @Outcome(
      id = {"1, 0, 0"},
      expect = ACCEPTABLE,
      desc = "the permit is back, once")
  @Outcome(id = "2, .*", expect = FORBIDDEN, desc = "it is back twice: the limit has grown")
  @Outcome(id = "0, .*", expect = FORBIDDEN, desc = "it is lost")
  @Outcome(expect = FORBIDDEN, desc = "the count of calls is wrong")
  @State
  public static class EndMeetsCancel {
    private final Bulkhead bulkhead = bulkhead(new FrozenTime());
    private final CompletableFuture<String> stage = new CompletableFuture<>();
    private final CompletableFuture<String> promise = bulkhead.callAsync(() -> stage);

    @Actor
    public void end() {
      stage.complete("done");
    }

    @Actor
    public void cancel() {
      promise.cancel(true);
    }

    @Arbiter
    public void atRest(III_Result r) {
      r.r1 = bulkhead.snapshot().free();
      r.r2 = bulkhead.snapshot().running();
      r.r3 = bulkhead.snapshot().queued();
    }
  }

  /** An async call in line is cancelled while the permit is handed over. Results: did it run, free, in line. */
  @JCStressTest
  @Outcome(
      id = {"true, 1, 0", "false, 1, 0"},
      expect = ACCEPTABLE,
      desc = "it ran or not, the permit is back")
  @Outcome(
      id = ".*, 0, 0",
      expect = FORBIDDEN,
      desc = "the permit went to a cancelled call, and is lost")
  @Outcome(id = ".*, .*, 1", expect = FORBIDDEN, desc = "a cancelled call stays in line")
  @Outcome(expect = FORBIDDEN, desc = "it is back twice: the limit has grown")
  @State
  public static class HandOverMeetsCancel {
    private final FrozenTime time = new FrozenTime();
    private final Bulkhead bulkhead = bulkhead(time);
    private final BulkheadPermit permit = bulkhead.acquire();
    private volatile boolean ran;
    private final CompletableFuture<String> promise = bulkhead.callAsync(() -> {
      ran = true;
      return new CompletableFuture<>();
    });

    @Actor
    public void release() {
      permit.close();
      time.runDue();
    }

    @Actor
    public void cancel() {
      promise.cancel(true);
    }

    @Arbiter
    public void atRest(ZII_Result r) {
      time.runDue();
      r.r1 = ran;
      r.r2 = bulkhead.snapshot().free();
      r.r3 = bulkhead.snapshot().queued();
    }
  }

  /**
   * A call waits in line without a thread; its wait ends at the moment at which the permit comes. Results: did it run, was
   * it refused, how many permits are free.
   */
  @JCStressTest
  @Outcome(id = "true, false, 0", expect = ACCEPTABLE, desc = "it runs, with the permit")
  @Outcome(id = "false, true, 1", expect = ACCEPTABLE, desc = "it was refused, the permit is free")
  @Outcome(
      id = "false, true, 0",
      expect = FORBIDDEN,
      desc = "the permit went to a refused call, and is lost")
  @Outcome(id = "true, true, .*", expect = FORBIDDEN, desc = "a refused call runs")
  @Outcome(id = "false, false, .*", expect = FORBIDDEN, desc = "the call is lost")
  @Outcome(expect = FORBIDDEN, desc = "the count of free permits is wrong")
  @State
  public static class HandOverMeetsEndOfTheWait {
    private final FrozenTime time = new FrozenTime();
    private final Bulkhead bulkhead = bulkhead(time);
    private final BulkheadPermit permit = bulkhead.acquire();
    private volatile boolean ran;
    private final CompletableFuture<String> promise = bulkhead.callAsync(() -> {
      ran = true;
      return new CompletableFuture<>();
    });

    @Actor
    public void release() {
      permit.close();
      time.runDue();
    }

    @Actor
    public void endOfTheWait() {
      time.fire();
    }

    @Arbiter
    public void atRest(ZZI_Result r) {
      time.runDue();
      r.r1 = ran;
      r.r2 = promise.isCompletedExceptionally();
      r.r3 = bulkhead.snapshot().free();
    }
  }

  /**
   * A task of an executor is cancelled while its thread runs it. Results: did the task run, was its thread left interrupted,
   * is its future done.
   */
  @JCStressTest
  @Outcome(
      id = {"true, false, true", "false, false, true"},
      expect = ACCEPTABLE,
      desc = "it ran or not")
  @Outcome(
      id = ".*, true, .*",
      expect = FORBIDDEN,
      desc = "the executor's next task gets the interrupt")
  @Outcome(expect = FORBIDDEN, desc = "the future is never done: the permit is lost")
  @State
  public static class RunMeetsCancel {
    private volatile boolean ran;
    private final ExecutorTask<String> task = ExecutorTask.start(
        command -> {},
        () -> {
          ran = true;
          return "done";
        },
        new Terms("b", bulkhead(new FrozenTime()).config()).noThreadInTime());

    @Actor
    public void run(ZZZ_Result r) {
      task.run();
      r.r2 = leftInterrupted();
    }

    @Actor
    public void cancel() {
      task.cancel(true);
    }

    @Arbiter
    public void atRest(ZZZ_Result r) {
      r.r1 = ran;
      r.r3 = task.isDone();
    }

    /** Looks for a while: a late interrupt may still be on its way. */
    private static boolean leftInterrupted() {
      boolean interrupted = false;
      for (int i = 0; i < 50; i++) {
        interrupted |= Thread.interrupted();
      }
      return interrupted;
    }
  }
}
