package dev.recloser.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ClosedTest {

  private static Play over(int calls, int minimum, double rate) {
    return Play.with(
        b -> b.tripWhen(TripRule.failureRate(rate).overCalls(calls).minimumCalls(minimum)));
  }

  @Nested
  class FailureRate {

    // C31
    @Test
    void tripsAtExactlyTheRate() {
      over(10, 10, 0.5).calls("SSSSS FFFF").is(State.CLOSED).calls("F").is(State.OPEN);
    }

    // C31
    @Test
    void tripsWhenTheWindowSlidesUpToTheRate() {
      over(10, 10, 0.5).calls("SSSSSS FFFF").is(State.CLOSED).calls("F").is(State.OPEN);
    }

    // C31
    @Test
    void comparesAThirdExactly() {
      over(3, 3, 0.3333).calls("FSS").is(State.OPEN);
      over(3, 3, 0.3334).calls("FSS").is(State.CLOSED);
    }

    @Test
    void isJudgedAfterASuccessToo() {
      over(5, 5, 0.5).calls("FFFS").is(State.CLOSED).calls("S").is(State.OPEN);
    }

    @Test
    void isNotJudgedBelowTheMinimum() {
      over(10, 5, 0.5).calls("FFFF").is(State.CLOSED).calls("F").is(State.OPEN);
    }

    // C109. The scenario is on a time window; see TimeWindowTest for the window itself.
    @Test
    void comparesFailuresWithTheRateAndCallsWithTheMinimum() {
      Play play = Play.with(
          b -> b.tripWhen(TripRule.failureRate(0.2).over(Duration.ofSeconds(60)).minimumCalls(50)));
      play.calls("S".repeat(70))
          .calls("F".repeat(17))
          .is(State.CLOSED)
          .calls("F")
          .is(State.OPEN);
    }

    @Test
    void ignoredCallsDoNotCount() {
      over(4, 4, 0.5)
          .calls("FXXXXFX")
          .is(State.CLOSED)
          .calls("S")
          .calls("X")
          .is(State.CLOSED)
          .calls("S")
          .is(State.OPEN);
    }

    @Test
    void aRateOfOneNeedsEveryCallToFail() {
      over(3, 3, 1).calls("FFSFF").is(State.CLOSED).calls("F").is(State.OPEN);
    }
  }

  @Nested
  class ConsecutiveFailures {

    private final Play play = Play.with(b -> b.tripWhen(TripRule.consecutiveFailures(5)));

    @Test
    void tripAtTheirNumber() {
      play.calls("FFFF").is(State.CLOSED).calls("F").is(State.OPEN);
    }

    @Test
    void startAnewAfterASuccess() {
      play.calls("FFFF S FFFF").is(State.CLOSED).calls("F").is(State.OPEN);
    }

    @Test
    void areNotBrokenByIgnoredCalls() {
      play.calls("FFFF X").is(State.CLOSED).calls("F").is(State.OPEN);
    }

    // C37
    @Test
    void doNotFadeWithTime() {
      play.calls("F").advanceMillis(15_000).calls("F").advanceMillis(15_000).calls("F");
      play.advanceMillis(15_000)
          .calls("F")
          .advanceMillis(15_000)
          .is(State.CLOSED)
          .calls("F")
          .is(State.OPEN);
    }

    // C26
    @Test
    void areCountedFromZeroAfterClosing() {
      Play play = Play.with(
          b -> b.tripWhen(TripRule.consecutiveFailures(3)).recovery(Recovery.consecutive(1)));
      Permit late1 = play.breaker.acquire();
      Permit late2 = play.breaker.acquire();
      play.calls("FFF").is(State.OPEN);
      late1.close();
      late2.close();
      play.advance(Play.COOLDOWN).calls("S").is(State.CLOSED);

      play.calls("FF").is(State.CLOSED).calls("F").is(State.OPEN);
    }
  }

  @Nested
  class SlowCalls {

    private final Play play = Play.with(b -> b.tripWhen(
        TripRule.slowCallRate(0.5, Duration.ofSeconds(1)).overCalls(2).minimumCalls(2)));

    private void succeedAfter(Duration duration) {
      play.breaker.run(() -> play.advance(duration));
    }

    @Test
    void areThoseThatTakeTheThresholdOrLonger() {
      succeedAfter(Duration.ofSeconds(1).minusNanos(1));
      succeedAfter(Duration.ofSeconds(1).minusNanos(1));
      play.is(State.CLOSED);
      succeedAfter(Duration.ofSeconds(1));
      play.is(State.OPEN);
    }

    @Test
    void countWhetherTheyFailOrNot() {
      Permit permit = play.breaker.acquire();
      play.advanceMillis(1000);
      permit.close();
      play.calls("S").is(State.OPEN);
    }

    @Test
    void areNotFailures() {
      succeedAfter(Duration.ofSeconds(2));
      assertThat(play.breaker.snapshot().failures()).isZero();
    }
  }

  @Nested
  class SeveralRules {

    @Test
    void anyOfThemTrips() {
      Play play = Play.with(b -> b.tripWhen(
          TripRule.failureRate(0.5).overCalls(100).minimumCalls(20),
          TripRule.consecutiveFailures(3)));
      play.calls("SSSSSSSS FFF").is(State.OPEN);
      assertThat(play.events(CircuitBreakerEvent.Tripped.class).get(0).reason())
          .startsWith("consecutiveFailures(3)");
    }

    @Test
    void theSameRuleTwiceCountsEachCallOnce() {
      TripRule rule = TripRule.consecutiveFailures(3);
      Play play = Play.with(b -> b.tripWhen(rule, TripRule.consecutiveFailures(3)));
      play.calls("FF").is(State.CLOSED).calls("F").is(State.OPEN);
    }
  }

  // C25
  @Test
  void failuresThatAgeWhileOpenDoNotClose() {
    Play play = Play.with(
        b -> b.tripWhen(TripRule.failureRate(0.5).over(Duration.ofSeconds(10)).minimumCalls(3))
            .cooldown(dev.recloser.Backoff.fixed(Duration.ofSeconds(60)))
            .recovery(Recovery.probes(1)));
    play.calls("FFF").is(State.OPEN).advanceMillis(30_000).is(State.OPEN).calls("R");
    play.advanceMillis(30_000).calls("S").is(State.CLOSED);
    assertThat(play.path()).containsExactly(State.OPEN, State.HALF_OPEN, State.CLOSED);
  }
}
