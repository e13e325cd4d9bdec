package dev.recloser.ratelimiter;

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
import org.openjdk.jcstress.infra.results.JJJ_Result;
import org.openjdk.jcstress.infra.results.JJ_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;
import org.openjdk.jcstress.infra.results.ZJJ_Result;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** The permits of a rate limiter that gives one every ten nanoseconds. */
public final class BucketStress {
  private static final long INTERVAL = 10;
  private static final Rate ONE = Rate.of(1, Duration.ofNanos(INTERVAL), 1);

  private BucketStress() {}

  /** Returns a bucket from which one permit was taken just now. */
  private static Bucket empty() {
    Bucket bucket = new Bucket(ONE, 0);
    boolean unused = bucket.tryTake(0, 1);
    return bucket;
  }

  /** Returns how long the caller is to wait; -1 if it was refused. */
  private static long waitFor(Bucket bucket) {
    Answer answer = bucket.reserve(0, 100);
    if (answer instanceof Reservation reservation) {
      return reservation.waitNanos();
    }
    return answer == Verdict.TAKEN ? 0 : -1;
  }

  private static long untilFree(Bucket bucket) {
    return bucket.read(0).nanosUntilFree();
  }

  /** Two callers, one permit. Results: who has it, how many are left. */
  @JCStressTest
  @Outcome(
      id = {"true, false, 0", "false, true, 0"},
      expect = ACCEPTABLE,
      desc = "one has it")
  @Outcome(id = "true, true, .*", expect = FORBIDDEN, desc = "more calls pass than the rate allows")
  @Outcome(id = "false, false, .*", expect = FORBIDDEN, desc = "a free permit is refused to both")
  @Outcome(expect = FORBIDDEN, desc = "a permit was taken, and is free still")
  @State
  public static class LastPermit {
    private final Bucket bucket = new Bucket(ONE, 0);

    @Actor
    public void caller1(ZZI_Result r) {
      r.r1 = bucket.tryTake(0, 1);
    }

    @Actor
    public void caller2(ZZI_Result r) {
      r.r2 = bucket.tryTake(0, 1);
    }

    @Arbiter
    public void atRest(ZZI_Result r) {
      r.r3 = bucket.read(0).available();
    }
  }

  /** Two callers begin the line. Results: how long each waits, and the next one would. */
  @JCStressTest
  @Outcome(
      id = {"10, 20, 30", "20, 10, 30"},
      expect = ACCEPTABLE,
      desc = "one interval apart")
  @Outcome(id = "10, 10, .*", expect = FORBIDDEN, desc = "two were promised one permit")
  @Outcome(expect = FORBIDDEN, desc = "a promise is lost, or an instant is left unused")
  @State
  public static class TwoInLine {
    private final Bucket bucket = empty();

    @Actor
    public void caller1(JJJ_Result r) {
      r.r1 = waitFor(bucket);
    }

    @Actor
    public void caller2(JJJ_Result r) {
      r.r2 = waitFor(bucket);
    }

    @Arbiter
    public void atRest(JJJ_Result r) {
      r.r3 = untilFree(bucket);
    }
  }

  /** The only one in line gives its promise back while another joins. Results: its wait, the next one's. */
  @JCStressTest
  @Outcome(id = "10, 20", expect = ACCEPTABLE, desc = "the promise has gone to the other one")
  @Outcome(id = "20, 10", expect = ACCEPTABLE, desc = "the other one came first; the hole is free")
  @Outcome(id = "10, 10", expect = FORBIDDEN, desc = "the new promise is lost with the old one")
  @Outcome(expect = FORBIDDEN, desc = "a promise that was given back is held for ever")
  @State
  public static class GiveBackMeetsJoin {
    private final Bucket bucket = empty();
    private final Reservation first = (Reservation) bucket.reserve(0, 100);

    @Actor
    public void giveBack() {
      bucket.giveBack(first);
    }

    @Actor
    public void join(JJ_Result r) {
      r.r1 = waitFor(bucket);
    }

    @Arbiter
    public void atRest(JJ_Result r) {
      r.r2 = untilFree(bucket);
    }
  }

  /** A permit is asked for while the first one begins a line, at an instant at which none is free. */
  @JCStressTest
  @Outcome(id = "false, 10, 20", expect = ACCEPTABLE, desc = "nobody is overtaken")
  @Outcome(id = "true, .*", expect = FORBIDDEN, desc = "a permit was taken that had been promised")
  @Outcome(expect = FORBIDDEN, desc = "the promise is wrong, or lost")
  @State
  public static class TakeMeetsLine {
    private final Bucket bucket = empty();

    @Actor
    public void take(ZJJ_Result r) {
      r.r1 = bucket.tryTake(0, 1);
    }

    @Actor
    public void wait(ZJJ_Result r) {
      r.r2 = waitFor(bucket);
    }

    @Arbiter
    public void atRest(ZJJ_Result r) {
      r.r3 = untilFree(bucket);
    }
  }

  /** The rate changes while the last permit is taken. Results: was it, how many are left. */
  @JCStressTest
  @Outcome(id = "true, 0", expect = ACCEPTABLE, desc = "it was taken once, before or after")
  @Outcome(
      id = "true, 1",
      expect = FORBIDDEN,
      desc = "what was taken is forgotten with the old rate")
  @Outcome(expect = FORBIDDEN, desc = "a free permit was refused")
  @State
  public static class TakeMeetsChange {
    private final Bucket bucket = new Bucket(ONE, 0);

    @Actor
    public void take(ZI_Result r) {
      r.r1 = bucket.tryTake(0, 1);
    }

    @Actor
    public void change() {
      bucket.change(Rate.of(1, Duration.ofNanos(7), 1), 0);
    }

    @Arbiter
    public void atRest(ZI_Result r) {
      r.r2 = bucket.read(0).available();
    }
  }

  /** A promise is given back while the rate changes. Result: has it gone, how long the next one waits. */
  @JCStressTest
  @Outcome(id = "0, 10", expect = ACCEPTABLE, desc = "nobody waits")
  @Outcome(id = "1, .*", expect = FORBIDDEN, desc = "the promise is held for ever")
  @Outcome(expect = FORBIDDEN, desc = "the permit in use is forgotten with the old rate")
  @State
  public static class GiveBackMeetsChange {
    private final Bucket bucket = empty();
    private final Reservation first = (Reservation) bucket.reserve(0, 100);

    @Actor
    public void giveBack() {
      bucket.giveBack(first);
    }

    @Actor
    public void change() {
      bucket.change(Rate.of(1, Duration.ofNanos(INTERVAL), 2), 0);
    }

    @Arbiter
    public void atRest(JJ_Result r) {
      r.r1 = bucket.read(0).waiting();
      r.r2 = untilFree(bucket);
    }
  }

  /** An async call in line is cancelled as its time comes. Results: did it run, is its permit held. */
  @JCStressTest
  @Outcome(id = "true, 1", expect = ACCEPTABLE, desc = "it came first, and has the permit")
  @Outcome(
      id = "false, 0",
      expect = ACCEPTABLE,
      desc = "it was cancelled, the permit was given back")
  @Outcome(id = "true, 0", expect = FORBIDDEN, desc = "it runs on a permit that others may have")
  @Outcome(
      id = "false, 1",
      expect = FORBIDDEN,
      desc = "the permit of a call that never ran is lost")
  @Outcome(expect = FORBIDDEN, desc = "the line is wrong")
  @State
  public static class TimerMeetsCancel {
    private final FrozenTime time = new FrozenTime();
    private final RateLimiter limiter = RateLimiter.builder("r")
        .rate(1, Duration.ofSeconds(1))
        .maxWait(Duration.ofSeconds(10))
        .timeSource(time)
        .build();
    private volatile boolean ran;
    private final CompletableFuture<String> promise;

    public TimerMeetsCancel() {
      boolean unused = limiter.tryAcquire();
      promise = limiter.callAsync(() -> {
        ran = true;
        return new CompletableFuture<>();
      });
    }

    @Actor
    public void timer() {
      time.fire();
    }

    @Actor
    public void cancel() {
      promise.cancel(true);
    }

    @Arbiter
    public void atRest(ZI_Result r) {
      r.r1 = ran;
      r.r2 = limiter.snapshot().waiting();
    }
  }
}
