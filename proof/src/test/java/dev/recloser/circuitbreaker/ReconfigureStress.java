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

/**
 * The settings of a breaker change while it moves: whoever is first, the new settings hold afterwards. One failure tripped it
 * before, two in a row do so now. Results: state, failures in a row that trip it.
 */
public final class ReconfigureStress {
  private static final Duration COOLDOWN = Duration.ofSeconds(1);

  private ReconfigureStress() {}

  private static CircuitBreaker breaker(FrozenTime time) {
    return CircuitBreaker.builder("b")
        .tripWhen(TripRule.consecutiveFailures(1))
        .cooldown(Backoff.fixed(COOLDOWN))
        .recovery(Recovery.consecutive(1))
        .timeSource(time)
        .build();
  }

  private static CircuitBreakerConfig changed(CircuitBreaker breaker) {
    return breaker.config().toBuilder()
        .tripWhen(TripRule.consecutiveFailures(2))
        .build();
  }

  private static void look(CircuitBreaker breaker, LI_Result r) {
    r.r1 = breaker.state();
    int failures = 0;
    while (breaker.state() == CircuitBreaker.State.CLOSED && failures < 3) {
      breaker.acquire().close();
      failures++;
    }
    r.r2 = failures;
  }

  /** A reset by hand. */
  @JCStressTest
  @Outcome(id = "CLOSED, 2", expect = ACCEPTABLE, desc = "by the new settings")
  @Outcome(id = "CLOSED, 1", expect = FORBIDDEN, desc = "reset to old settings, for good")
  @Outcome(expect = FORBIDDEN, desc = "not reset, or to no settings at all")
  @State
  public static class ResetMeetsReconfigure {
    private final CircuitBreaker breaker = breaker(new FrozenTime());
    private final CircuitBreakerConfig changed = changed(breaker);

    @Actor
    public void reset() {
      breaker.reset();
    }

    @Actor
    public void reconfigure() {
      breaker.reconfigure(changed);
    }

    @Arbiter
    public void atRest(LI_Result r) {
      look(breaker, r);
    }
  }

  /** The last probe succeeds. */
  @JCStressTest
  @Outcome(id = "CLOSED, 2", expect = ACCEPTABLE, desc = "by the new settings")
  @Outcome(id = "CLOSED, 1", expect = FORBIDDEN, desc = "closed by old settings, for good")
  @Outcome(expect = FORBIDDEN, desc = "not closed, or by no settings at all")
  @State
  public static class CloseMeetsReconfigure {
    private final CircuitBreaker breaker;
    private final CircuitBreakerConfig changed;
    private final Permit probe;

    public CloseMeetsReconfigure() {
      FrozenTime time = new FrozenTime();
      breaker = breaker(time);
      changed = changed(breaker);
      breaker.acquire().close();
      time.advance(COOLDOWN);
      probe = breaker.acquire();
    }

    @Actor
    public void success() {
      probe.succeeded();
    }

    @Actor
    public void reconfigure() {
      breaker.reconfigure(changed);
    }

    @Arbiter
    public void atRest(LI_Result r) {
      look(breaker, r);
    }
  }

  /** A failure trips it, unless the settings have changed before; then it is closed by hand again. */
  @JCStressTest
  @Outcome(id = "CLOSED, 2", expect = ACCEPTABLE, desc = "by the new settings")
  @Outcome(id = "CLOSED, 1", expect = FORBIDDEN, desc = "closed by old settings, for good")
  @Outcome(expect = FORBIDDEN, desc = "not closed, or by no settings at all")
  @State
  public static class TripAndResetMeetReconfigure {
    private final CircuitBreaker breaker = breaker(new FrozenTime());
    private final CircuitBreakerConfig changed = changed(breaker);
    private final Permit permit = breaker.acquire();

    @Actor
    public void failureAndReset() {
      permit.close();
      breaker.reset();
    }

    @Actor
    public void reconfigure() {
      breaker.reconfigure(changed);
    }

    @Arbiter
    public void atRest(LI_Result r) {
      look(breaker, r);
    }
  }
}
