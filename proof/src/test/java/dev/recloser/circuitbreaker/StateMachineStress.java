package dev.recloser.circuitbreaker;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Transition;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Tripped;
import dev.recloser.proof.FrozenTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.LII_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Transitions of a breaker that meet. */
public final class StateMachineStress {
  private static final Duration COOLDOWN = Duration.ofSeconds(1);

  private StateMachineStress() {}

  private static CircuitBreaker breaker(FrozenTime time) {
    return CircuitBreaker.builder("b")
        .tripWhen(TripRule.consecutiveFailures(1))
        .cooldown(Backoff.fixed(COOLDOWN))
        .recovery(Recovery.consecutive(1).rampUp(COOLDOWN, 0.5))
        .timeSource(time)
        .build();
  }

  /** Two failures, each of which is enough to trip. Results: events of a trip, openings, failures. */
  @JCStressTest
  @Outcome(id = "1, 1, 2", expect = ACCEPTABLE, desc = "one of them trips, both are counted")
  @Outcome(
      id = "2, .*",
      expect = FORBIDDEN,
      desc = "the loser of the transition has told of it too")
  @Outcome(id = "0, .*", expect = FORBIDDEN, desc = "both have lost: the breaker does not trip")
  @Outcome(expect = FORBIDDEN, desc = "one trip was counted as two, or a failure is lost")
  @State
  public static class TwoTrips {
    private final AtomicInteger trips = new AtomicInteger();
    private final CircuitBreaker breaker = breaker(new FrozenTime());
    private final Permit first = breaker.acquire();
    private final Permit second = breaker.acquire();

    public TwoTrips() {
      var unused = breaker.on(Tripped.class, event -> trips.incrementAndGet());
    }

    @Actor
    public void first() {
      first.close();
    }

    @Actor
    public void second() {
      second.close();
    }

    @Arbiter
    public void atRest(III_Result r) {
      r.r1 = trips.get();
      r.r2 = breaker.snapshot().openings();
      r.r3 = (int) breaker.snapshot().failures();
    }
  }

  /** A failure that trips meets a reset by hand. Results: state, transitions told of, stragglers. */
  @JCStressTest
  @Outcome(id = "CLOSED, 2, 0", expect = ACCEPTABLE, desc = "tripped, then reset")
  @Outcome(id = "CLOSED, 1, 1", expect = ACCEPTABLE, desc = "reset; the failure is a straggler")
  @Outcome(
      id = "CLOSED, 1, 0",
      expect = ACCEPTABLE,
      desc = "recorded, and the epoch ended before it tripped")
  @Outcome(
      id = "OPEN, .*",
      expect = FORBIDDEN,
      desc = "a call of an earlier epoch has tripped this one")
  @Outcome(
      expect = FORBIDDEN,
      desc = "a transition was told of that did not take place, or was not told of")
  @State
  public static class TripMeetsReset {
    private final AtomicInteger transitions = new AtomicInteger();
    private final CircuitBreaker breaker = breaker(new FrozenTime());
    private final Permit permit = breaker.acquire();

    public TripMeetsReset() {
      var unused = breaker.on(Transition.class, event -> transitions.incrementAndGet());
    }

    @Actor
    public void failure() {
      permit.close();
    }

    @Actor
    public void reset() {
      breaker.reset();
    }

    @Arbiter
    public void atRest(LII_Result r) {
      r.r1 = breaker.state();
      r.r2 = transitions.get();
      r.r3 = (int) breaker.snapshot().stragglers();
    }
  }

  /** Two callers meet a breaker that has begun to let half of the calls pass. */
  @JCStressTest
  @Outcome(
      id = {"true, false", "false, true"},
      expect = ACCEPTABLE,
      desc = "one of two passes")
  @Outcome(id = "true, true", expect = FORBIDDEN, desc = "more than the share passes")
  @Outcome(id = "false, false", expect = FORBIDDEN, desc = "less than the share passes")
  @State
  public static class RampUpShare {
    private final CircuitBreaker breaker;

    public RampUpShare() {
      FrozenTime time = new FrozenTime();
      breaker = breaker(time);
      breaker.acquire().close();
      time.advance(COOLDOWN);
      breaker.acquire().succeeded();
    }

    @Actor
    public void caller1(ZZ_Result r) {
      r.r1 = breaker.tryAcquire().isPresent();
    }

    @Actor
    public void caller2(ZZ_Result r) {
      r.r2 = breaker.tryAcquire().isPresent();
    }
  }

  /** The stage of an async call fails while the holder of its future cancels it. Results: failures, ignored calls. */
  @JCStressTest
  @Outcome(
      id = {"1, 0", "0, 1"},
      expect = ACCEPTABLE,
      desc = "whoever comes first counts")
  @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "the call has settled twice")
  @Outcome(
      id = "0, 0",
      expect = FORBIDDEN,
      desc = "the call has not settled: a probe would be lost")
  @Outcome(expect = FORBIDDEN, desc = "the call has settled twice")
  @State
  public static class AsyncFailureMeetsCancel {
    private final CircuitBreaker breaker = breaker(new FrozenTime());
    private final CompletableFuture<String> stage = new CompletableFuture<>();
    private final CompletableFuture<String> promise = breaker.callAsync(() -> stage);

    @Actor
    public void failure() {
      stage.completeExceptionally(new IllegalStateException());
    }

    @Actor
    public void cancel() {
      promise.cancel(true);
    }

    @Arbiter
    public void atRest(II_Result r) {
      r.r1 = (int) breaker.snapshot().failures();
      r.r2 = (int) breaker.snapshot().ignored();
    }
  }
}
