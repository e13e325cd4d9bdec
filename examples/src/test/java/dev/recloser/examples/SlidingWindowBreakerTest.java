package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerConfig;
import dev.recloser.circuitbreaker.CircuitOpenException;
import dev.recloser.circuitbreaker.Recovery;
import dev.recloser.circuitbreaker.RuleSnapshot;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Document 001: a breaker on the failure rate of the last calls, with a few trial calls to close it. */
class SlidingWindowBreakerTest {
  private static final Duration WAIT = Duration.ofSeconds(10);

  private final ManualTimeSource time = new ManualTimeSource();
  private final Dependency remote = new Dependency();

  // S001-24: window 5, 50 %, 10,000 ms, 2 trials
  private final CircuitBreakerConfig config = CircuitBreakerConfig.builder()
      .tripWhen(TripRule.failureRate(0.5).overCalls(5).minimumCalls(5))
      .cooldown(Backoff.fixed(WAIT))
      .recovery(Recovery.consecutive(2))
      .timeSource(time)
      .build();
  private final CircuitBreaker breaker = CircuitBreaker.of("product-service", config);

  @Nested
  class Closed {

    @Test // S001-1, S001-2, S001-22
    void callsGoThroughAndItsResultsAreWatched() {
      assertThat(breaker.call(remote::answer)).isEqualTo(Dependency.ANSWER);
      remote.play(breaker, "SF");

      assertThat(remote.calls()).isEqualTo(3);
      assertThat(rule(breaker).calls()).isEqualTo(3);
      assertThat(rule(breaker).bad()).isEqualTo(1);
    }

    @Test // S001-3
    void onlyTheLastCallsAreInTheWindow() {
      remote.play(breaker, "FFSSS");
      assertThat(rule(breaker).rate()).hasValue(0.4);
      remote.play(breaker, "F"); // the first F leaves
      assertThat(rule(breaker).rate()).hasValue(0.4);
      remote.play(breaker, "S"); // the second F leaves
      assertThat(rule(breaker).rate()).hasValue(0.2);
      assertThat(breaker.state()).isEqualTo(State.CLOSED);
    }

    @Test // S001-4
    void itOpensAtTheThresholdItself() {
      CircuitBreaker atThreshold = over(4, 0.5);
      remote.play(atThreshold, "SSFF");
      assertThat(atThreshold.state()).isEqualTo(State.OPEN);

      CircuitBreaker below = over(4, 0.5);
      remote.play(below, "SSSF");
      assertThat(below.state()).isEqualTo(State.CLOSED);
    }

    @Test // S001-5
    void thereIsNoVerdictUntilTheWindowIsFull() {
      remote.play(breaker, "FFFF");
      assertThat(breaker.state()).isEqualTo(State.CLOSED);
      assertThat(rule(breaker).missing()).isEqualTo(1);

      remote.play(breaker, "F");
      assertThat(breaker.state()).isEqualTo(State.OPEN);
    }

    @Test // S001-6
    void theRateIsExactAtTheEdge() {
      CircuitBreaker justReached = over(3, 0.3333);
      remote.play(justReached, "FSS");
      assertThat(justReached.state()).isEqualTo(State.OPEN);

      CircuitBreaker justMissed = over(3, 0.3334);
      remote.play(justMissed, "FSS");
      assertThat(justMissed.state()).isEqualTo(State.CLOSED);
    }

    @Test // S001-7: the document's class judges only after a failure, and would be closed here
    void theVerdictIsTakenAfterASuccessToo() {
      remote.play(breaker, "FFFS");
      assertThat(breaker.state()).isEqualTo(State.CLOSED);

      remote.play(breaker, "S");
      assertThat(breaker.state()).isEqualTo(State.OPEN);
    }

    @Test // S001-21
    void anErrorPassesThroughUncounted() {
      AssertionError error = new AssertionError("a bug");
      assertThatThrownBy(() -> breaker.run(() -> {
            throw error;
          }))
          .isSameAs(error);

      assertThat(breaker.snapshot().failures()).isZero();
      assertThat(rule(breaker).calls()).isZero();

      IllegalStateException unchecked = new IllegalStateException("503");
      assertThatThrownBy(() -> breaker.run(() -> {
            throw unchecked;
          }))
          .isSameAs(unchecked);
      assertThat(rule(breaker).bad()).isEqualTo(1);
    }
  }

  @Nested
  class Open {

    @Test // S001-8, S001-10
    void callsAreRejectedAtOnceWithoutTouchingTheNetwork() {
      remote.play(breaker, "FFFFF");

      assertThatThrownBy(() -> breaker.call(remote::answer))
          .isInstanceOf(CircuitOpenException.class);
      assertThat(remote.calls()).isEqualTo(5);
    }

    @Test // S001-9
    void aRejectedCallGetsTheFallback() {
      remote.play(breaker, "FFFFF");

      assertThat(breaker.callOrElse(remote::answer, rejection -> "cached product"))
          .isEqualTo("cached product");
      assertThat(remote.calls()).isEqualTo(5);
    }

    @Test // S001-11: a pipeline with a fallback comes with the pipeline; today it is a catch
    void aFailedCallGetsTheFallbackTooAndReadsTheFailure() {
      assertThat(failedOrCached()).isEqualTo("FAILED(503) -> cached product");
      remote.play(breaker, "FFFF");
      assertThat(failedOrCached()).isEqualTo("REJECTED -> cached product");
    }

    private String failedOrCached() {
      try {
        return breaker.callOrElse(
            () -> {
              throw new IllegalStateException("503");
            },
            rejection -> "REJECTED -> cached product");
      } catch (IllegalStateException e) {
        return "FAILED(" + e.getMessage() + ") -> cached product";
      }
    }

    @Test // S001-12
    void theFallbackIsEvaluatedOnlyWhenNeeded() {
      int[] fallbacks = {0};
      for (int i = 0; i < 10; i++) {
        assertThat(breaker.callOrElse(remote::answer, rejection -> "cached " + fallbacks[0]++))
            .isEqualTo(Dependency.ANSWER);
      }
      assertThat(fallbacks[0]).isZero();
    }

    @Test // S001-13, S001-14, S001-23
    void theWaitEndsInclusivelyAndTheFirstCallAfterItIsATrial() {
      remote.play(breaker, "SSFFF");
      time.advance(WAIT.minusNanos(1));
      assertThat(breaker.admits()).isFalse();

      time.advance(Duration.ofNanos(1));
      assertThat(breaker.state()).isEqualTo(State.OPEN);
      remote.play(breaker, "S");
      assertThat(breaker.state()).isEqualTo(State.HALF_OPEN);
      assertThat(remote.calls()).isEqualTo(6);
    }
  }

  @Nested
  class HalfOpen {

    @Test // S001-15, S001-16
    void aFewTrialCallsPassAndTheirSuccessesCloseIt() {
      openAndWait();
      remote.play(breaker, "S");
      assertThat(breaker.state()).isEqualTo(State.HALF_OPEN);

      remote.play(breaker, "S");
      assertThat(breaker.state()).isEqualTo(State.CLOSED);
    }

    @Test // S001-17
    void anyTrialFailureReopensAndTheWaitStartsFromIt() {
      openAndWait();
      remote.play(breaker, "SF");
      assertThat(breaker.state()).isEqualTo(State.OPEN);

      time.advance(WAIT.minusNanos(1));
      assertThat(breaker.admits()).isFalse();
      time.advance(Duration.ofNanos(1));
      assertThat(breaker.admits()).isTrue();
    }

    @Test // S001-18, S001-20
    void closingClearsTheWindowAndTrialsDoNotEnterIt() {
      openAndWait();
      remote.play(breaker, "SS");
      assertThat(breaker.state()).isEqualTo(State.CLOSED);
      assertThat(rule(breaker).calls()).isZero();

      remote.play(breaker, "FFFF");
      assertThat(breaker.state()).isEqualTo(State.CLOSED);
      remote.play(breaker, "F");
      assertThat(breaker.state()).isEqualTo(State.OPEN);
    }

    @Test // S001-19
    void trialsAreCountedFromZeroEachTime() {
      openAndWait();
      remote.play(breaker, "SF");
      time.advance(WAIT);

      remote.play(breaker, "S");
      assertThat(breaker.state()).isEqualTo(State.HALF_OPEN);
    }

    @Test // S001-32
    void trialsCanBeJudgedByTheirRateInstead() {
      CircuitBreaker byRate = CircuitBreaker.of(
          "by-rate", config.toBuilder().recovery(Recovery.probes(4)).build());
      remote.play(byRate, "FFFFF");
      time.advance(WAIT);
      remote.play(byRate, "FF"); // two of four are half already
      assertThat(byRate.state()).isEqualTo(State.OPEN);

      time.advance(WAIT);
      remote.play(byRate, "FSS");
      assertThat(byRate.state()).isEqualTo(State.HALF_OPEN);
      remote.play(byRate, "S");
      assertThat(byRate.state()).isEqualTo(State.CLOSED);
    }
  }

  private void openAndWait() {
    remote.play(breaker, "FFFFF");
    time.advance(WAIT);
  }

  private CircuitBreaker over(int calls, double rate) {
    TripRule rule = TripRule.failureRate(rate).overCalls(calls).minimumCalls(calls);
    return CircuitBreaker.of(
        "product-service", config.toBuilder().tripWhen(rule).build());
  }

  private static RuleSnapshot rule(CircuitBreaker breaker) {
    return breaker.snapshot().rules().get(0);
  }
}
