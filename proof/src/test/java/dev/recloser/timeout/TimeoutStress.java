package dev.recloser.timeout;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.recloser.time.ManualTimeSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IL_Result;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/** The end of a guarded run, and the end of its time. */
public final class TimeoutStress {

  private TimeoutStress() {}

  /** Whether an interrupt arrives within a while: a late one may still be on its way. */
  private static boolean interruptArrives() {
    boolean interrupted = false;
    for (int i = 0; i < 50; i++) {
      interrupted |= Thread.interrupted();
    }
    return interrupted;
  }

  /**
   * The time of a run is up at the moment at which the run ends. Results: did the run see an interrupt, does it say that its
   * time was up, is its thread interrupted afterwards.
   */
  @JCStressTest
  @Outcome(id = "false, false, false", expect = ACCEPTABLE, desc = "it ended first")
  @Outcome(
      id = {"true, true, false", "false, true, false"},
      expect = ACCEPTABLE,
      desc = "it was too late")
  @Outcome(
      id = "true, false, .*",
      expect = FORBIDDEN,
      desc = "it was interrupted, and passes for one in time")
  @Outcome(
      id = ".*, .*, true",
      expect = FORBIDDEN,
      desc = "code outside the timeout gets the interrupt")
  @State
  public static class EndMeetsTimer {
    private volatile @Nullable Watch watch;

    @Actor
    public void run(ZZZ_Result r) {
      Watch mine = Watch.enter();
      watch = mine;
      r.r1 = Thread.currentThread().isInterrupted();
      r.r2 = mine.end();
      r.r3 = interruptArrives();
    }

    @Actor
    public void timer() {
      Watch current = watch;
      for (int i = 0; current == null && i < 100; i++) {
        current = watch;
      }
      if (current != null) {
        current.run();
      }
    }
  }

  /** A nested run ends while the time of the outer one is up. Results: inner and outer too late, interrupted afterwards. */
  @JCStressTest
  @Outcome(
      id = {"false, false, false", "false, true, false"},
      expect = ACCEPTABLE,
      desc = "the outer one ended first or not")
  @Outcome(
      id = "true, .*",
      expect = FORBIDDEN,
      desc = "the inner one takes the outer one's time for its own")
  @Outcome(expect = FORBIDDEN, desc = "code outside the timeouts gets the interrupt")
  @State
  public static class InnerEndMeetsOuterTimer {
    private volatile @Nullable Watch watch;

    @Actor
    public void run(ZZZ_Result r) {
      Watch outer = Watch.enter();
      watch = outer;
      Watch inner = Watch.enter();
      r.r1 = inner.end();
      r.r2 = outer.end();
      r.r3 = interruptArrives();
    }

    @Actor
    public void timer() {
      Watch current = watch;
      for (int i = 0; current == null && i < 100; i++) {
        current = watch;
      }
      if (current != null) {
        current.run();
      }
    }
  }

  /** The stage of an async call ends while its time is up. Results: how often a timeout was told, what the caller gets. */
  @JCStressTest
  @Outcome(id = "0, done", expect = ACCEPTABLE, desc = "it ended first")
  @Outcome(id = "1, too late", expect = ACCEPTABLE, desc = "it was too late, and that was told")
  @Outcome(
      id = "1, done",
      expect = FORBIDDEN,
      desc = "a timeout was told of that the caller did not get")
  @Outcome(
      id = "0, too late",
      expect = FORBIDDEN,
      desc = "the caller got a timeout that nobody was told of")
  @Outcome(expect = FORBIDDEN, desc = "the caller gets nothing, or two have told of one timeout")
  @State
  public static class StageMeetsTimer {
    private final AtomicInteger told = new AtomicInteger();
    private final CompletableFuture<String> within = new CompletableFuture<>();
    private final AsyncTimeout<String> call =
        new AsyncTimeout<>(within, new ManualTimeSource(), told::incrementAndGet);

    public StageMeetsTimer() {
      call.follow(() -> {});
    }

    @Actor
    public void end() {
      within.complete("done");
    }

    @Actor
    public void timer() {
      call.fire(new IllegalStateException("too late"));
    }

    @Arbiter
    public void atRest(IL_Result r) {
      r.r1 = told.get();
      r.r2 = call.promise().exceptionally(Throwable::getMessage).getNow("nothing");
    }
  }
}
