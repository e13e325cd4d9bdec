package dev.recloser.circuitbreaker;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.recloser.Backoff;
import dev.recloser.proof.FrozenTime;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LI_Result;
import org.openjdk.jcstress.infra.results.ZLI_Result;
import org.openjdk.jcstress.infra.results.ZL_Result;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** Callers and probes that meet in a half-open breaker. */
public final class HalfOpenStress {
  private static final Duration COOLDOWN = Duration.ofSeconds(1);
  private static final Duration LEASE = Duration.ofSeconds(5);

  private HalfOpenStress() {}

  /** A breaker whose cooldown has just passed. */
  private static final class Recovering {
    final FrozenTime time = new FrozenTime();
    final CircuitBreaker breaker;

    Recovering(Recovery recovery) {
      breaker = CircuitBreaker.builder("b")
          .tripWhen(TripRule.consecutiveFailures(1))
          .cooldown(Backoff.fixed(COOLDOWN))
          .recovery(recovery.lease(LEASE))
          .timeSource(time)
          .build();
      breaker.acquire().close();
      time.advance(COOLDOWN);
    }

    boolean admitted() {
      return breaker.tryAcquire().isPresent();
    }

    int running() {
      return breaker.snapshot().probes().map(ProbeSnapshot::running).orElse(-1);
    }
  }

  /** Two callers meet a breaker whose cooldown has just passed, and that allows one probe. */
  @JCStressTest
  @Outcome(
      id = {"true, false, 1", "false, true, 1"},
      expect = ACCEPTABLE,
      desc = "one caller probes")
  @Outcome(id = "true, true, .*", expect = FORBIDDEN, desc = "the dependency gets two probes")
  @Outcome(
      id = "false, false, .*",
      expect = FORBIDDEN,
      desc = "nobody probes: the breaker is stuck")
  @Outcome(expect = FORBIDDEN, desc = "the ledger does not hold the probe that runs")
  @State
  public static class EndOfTheCooldown {
    private final Recovering one = new Recovering(Recovery.consecutive(1));

    @Actor
    public void caller1(ZZI_Result r) {
      r.r1 = one.admitted();
    }

    @Actor
    public void caller2(ZZI_Result r) {
      r.r2 = one.admitted();
    }

    @Arbiter
    public void atRest(ZZI_Result r) {
      r.r3 = one.running();
    }
  }

  /** Two callers ask for the last of two slots. */
  @JCStressTest
  @Outcome(
      id = {"true, false, 2", "false, true, 2"},
      expect = ACCEPTABLE,
      desc = "one caller gets it")
  @Outcome(id = "true, true, .*", expect = FORBIDDEN, desc = "one probe more than there are slots")
  @Outcome(id = "false, false, .*", expect = FORBIDDEN, desc = "a free slot is refused to both")
  @Outcome(expect = FORBIDDEN, desc = "a probe is lost from the ledger, or in it twice")
  @State
  public static class LastSlot {
    private final Recovering one = new Recovering(Recovery.probes(2));

    public LastSlot() {
      boolean unused = one.admitted();
    }

    @Actor
    public void caller1(ZZI_Result r) {
      r.r1 = one.admitted();
    }

    @Actor
    public void caller2(ZZI_Result r) {
      r.r2 = one.admitted();
    }

    @Arbiter
    public void atRest(ZZI_Result r) {
      r.r3 = one.running();
    }
  }

  /** The two probes that decide end at the same moment, both well. Results: state, stragglers. */
  @JCStressTest
  @Outcome(id = "CLOSED, 0", expect = ACCEPTABLE, desc = "both count")
  @Outcome(
      id = "HALF_OPEN, .*",
      expect = FORBIDDEN,
      desc = "a verdict is lost: the breaker is stuck")
  @Outcome(expect = FORBIDDEN, desc = "a probe of this epoch was taken for a straggler")
  @State
  public static class LastTwoSuccesses {
    private final Recovering one = new Recovering(Recovery.probes(2));
    private final Permit first = one.breaker.acquire();
    private final Permit second = one.breaker.acquire();

    @Actor
    public void first() {
      first.succeeded();
    }

    @Actor
    public void second() {
      second.succeeded();
    }

    @Arbiter
    public void atRest(LI_Result r) {
      r.r1 = one.breaker.state();
      r.r2 = (int) one.breaker.snapshot().stragglers();
    }
  }

  /** Of two probes one fails while the other succeeds, where one failure is enough. Results: state, openings. */
  @JCStressTest
  @Outcome(id = "OPEN, 2", expect = ACCEPTABLE, desc = "the failure opens the breaker again, once")
  @Outcome(id = "CLOSED, .*", expect = FORBIDDEN, desc = "the failure is lost")
  @Outcome(
      id = "HALF_OPEN, .*",
      expect = FORBIDDEN,
      desc = "a verdict is lost: the breaker is stuck")
  @Outcome(
      expect = FORBIDDEN,
      desc = "one reopening was counted as two: the cooldown grows too fast")
  @State
  public static class SuccessMeetsFailure {
    private final Recovering one = new Recovering(Recovery.probes(2));
    private final Permit first = one.breaker.acquire();
    private final Permit second = one.breaker.acquire();

    @Actor
    public void success() {
      first.succeeded();
    }

    @Actor
    public void failure() {
      second.close();
    }

    @Arbiter
    public void atRest(LI_Result r) {
      r.r1 = one.breaker.state();
      r.r2 = one.breaker.snapshot().openings();
    }
  }

  /** A probe gives its slot back while a caller asks. Results: was the caller admitted, how many run. */
  @JCStressTest
  @Outcome(id = "true, HALF_OPEN, 1", expect = ACCEPTABLE, desc = "the caller has the slot")
  @Outcome(
      id = "false, HALF_OPEN, 0",
      expect = ACCEPTABLE,
      desc = "the caller came first, the slot is free")
  @Outcome(
      id = "false, HALF_OPEN, 1",
      expect = FORBIDDEN,
      desc = "the slot is lost until its lease ends")
  @Outcome(expect = FORBIDDEN, desc = "a released probe has counted, or the caller's probe is lost")
  @State
  public static class ReleaseMeetsCaller {
    private final Recovering one = new Recovering(Recovery.consecutive(1));
    private final Permit probe = one.breaker.acquire();

    @Actor
    public void release() {
      probe.released();
    }

    @Actor
    public void caller(ZLI_Result r) {
      r.r1 = one.admitted();
    }

    @Arbiter
    public void atRest(ZLI_Result r) {
      r.r2 = one.breaker.state();
      r.r3 = one.running();
    }
  }

  /** A probe whose lease is over succeeds at the moment at which a caller claims its slot. */
  @JCStressTest
  @Outcome(id = "true, CLOSED, 0", expect = ACCEPTABLE, desc = "the report came first, and counts")
  @Outcome(
      id = "true, HALF_OPEN, 1",
      expect = ACCEPTABLE,
      desc = "the slot was reclaimed, the report is late")
  @Outcome(
      id = "true, CLOSED, 1",
      expect = FORBIDDEN,
      desc = "a reclaimed probe has closed the breaker")
  @Outcome(
      id = "true, HALF_OPEN, 0",
      expect = FORBIDDEN,
      desc = "the report is lost without a trace")
  @Outcome(expect = FORBIDDEN, desc = "a lost probe wedges the breaker")
  @State
  public static class ReportMeetsReclaim {
    private final Recovering one = new Recovering(Recovery.consecutive(1));
    private final Permit probe = one.breaker.acquire();

    public ReportMeetsReclaim() {
      one.time.advance(LEASE);
    }

    @Actor
    public void report() {
      probe.succeeded();
    }

    @Actor
    public void caller(ZLI_Result r) {
      r.r1 = one.admitted();
    }

    @Arbiter
    public void atRest(ZLI_Result r) {
      r.r2 = one.breaker.state();
      r.r3 = (int) one.breaker.snapshot().stragglers();
    }
  }

  /** The probe that decides ends while a caller asks. */
  @JCStressTest
  @Outcome(
      id = {"true, CLOSED", "false, CLOSED"},
      expect = ACCEPTABLE,
      desc = "after or before the end")
  @Outcome(expect = FORBIDDEN, desc = "the success of the last probe is lost")
  @State
  public static class VerdictMeetsCaller {
    private final Recovering one = new Recovering(Recovery.consecutive(1));
    private final Permit probe = one.breaker.acquire();

    @Actor
    public void success() {
      probe.succeeded();
    }

    @Actor
    public void caller(ZL_Result r) {
      r.r1 = one.admitted();
    }

    @Arbiter
    public void atRest(ZL_Result r) {
      r.r2 = one.breaker.state();
    }
  }
}
