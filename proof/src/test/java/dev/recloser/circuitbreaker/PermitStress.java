package dev.recloser.circuitbreaker;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.recloser.proof.FrozenTime;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A permit that two threads settle. Results: failures, ignored calls. */
public final class PermitStress {
  private static final String TWICE = "the permit has settled twice";

  private PermitStress() {}

  private static CircuitBreaker breaker() {
    return CircuitBreaker.builder("b")
        .tripWhen(TripRule.consecutiveFailures(10))
        .timeSource(new FrozenTime())
        .build();
  }

  private static void read(CircuitBreaker breaker, II_Result r) {
    CircuitBreakerSnapshot snapshot = breaker.snapshot();
    r.r1 = (int) snapshot.failures();
    r.r2 = (int) snapshot.ignored();
  }

  /** Both report a failure. */
  @JCStressTest
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "one failure is counted")
  @Outcome(id = "2, 0", expect = FORBIDDEN, desc = TWICE + ": one call trips twice as fast")
  @Outcome(expect = FORBIDDEN, desc = "the report is lost")
  @State
  public static class TwoFailures {
    private final CircuitBreaker breaker = breaker();
    private final Permit permit = breaker.acquire();

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
      read(breaker, r);
    }
  }

  /** One reports a failure, the other gives the permit back. */
  @JCStressTest
  @Outcome(
      id = {"1, 0", "0, 1"},
      expect = ACCEPTABLE,
      desc = "the first report counts")
  @Outcome(id = "1, 1", expect = FORBIDDEN, desc = TWICE + ", with two outcomes")
  @Outcome(expect = FORBIDDEN, desc = "no report counts: a probe would never end")
  @State
  public static class FailureMeetsRelease {
    private final CircuitBreaker breaker = breaker();
    private final Permit permit = breaker.acquire();

    @Actor
    public void failure() {
      permit.failed(new IllegalStateException());
    }

    @Actor
    public void release() {
      permit.released();
    }

    @Arbiter
    public void atRest(II_Result r) {
      read(breaker, r);
    }
  }
}
