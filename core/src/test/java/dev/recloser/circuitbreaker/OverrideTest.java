package dev.recloser.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Overridden;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Tripped;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.WouldTrip;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Transitions by hand. */
class OverrideTest {
  private final Play play = Play.small();

  @Test
  void forcedOpenStaysUntilAHandLiftsIt() {
    play.breaker.forceOpen();
    play.advance(Duration.ofDays(10_000)).calls("RR").is(State.FORCED_OPEN);
    assertThat(play.breaker.admits()).isFalse();
    assertThat(play.breaker.snapshot().retryAfter()).isEmpty();
    play.breaker.reset();
    play.calls("S").is(State.CLOSED);
  }

  @Test
  void disabledJudgesNothingButCounts() {
    play.breaker.disable();
    play.calls("F".repeat(100)).calls("X").is(State.DISABLED);
    assertThat(play.breaker.snapshot().failures()).isEqualTo(100);
    assertThat(play.breaker.snapshot().ignored()).isEqualTo(1);
    assertThat(play.breaker.snapshot().rules()).isEmpty();
  }

  @Test
  void resetEmptiesTheWindowOfAClosedBreakerToo() {
    play.calls("FFF").breaker.reset();
    play.calls("FFF").is(State.CLOSED).calls("F").is(State.OPEN);
  }

  @Test
  void aTripByHandLastsAsLongAsItSaysAndCountsAsAnOpening() {
    play.breaker.trip(Duration.ofMinutes(1), "deploy");
    assertThat(play.events(Tripped.class)).singleElement().satisfies(event -> {
      assertThat(event.reason()).isEqualTo("tripped by hand: deploy");
      assertThat(event.cooldown()).isEqualTo(Duration.ofMinutes(1));
      assertThat(event.openings()).isEqualTo(1);
    });
    play.advanceMillis(59_999).calls("R").advanceMillis(1).calls("F").is(State.OPEN);
    assertThat(play.breaker.snapshot().openings()).isEqualTo(2);
    assertThat(play.breaker.snapshot().retryAfter()).hasValue(Play.COOLDOWN);
  }

  @Test
  void forcingOpenDoesNotCountAsAnOpening() {
    play.breaker.forceOpen();
    assertThat(play.breaker.snapshot().openings()).isZero();
    play.breaker.trip(Duration.ofSeconds(1), "on");
    assertThat(play.breaker.snapshot().openings()).isEqualTo(1);
  }

  @Test
  void repeatingATransitionMakesANewEpoch() {
    play.breaker.disable();
    Permit old = play.breaker.acquire();
    play.breaker.disable();
    old.close();
    assertThat(play.breaker.snapshot().stragglers()).isEqualTo(1);
    assertThat(play.events(Overridden.class)).hasSize(2);

    play.breaker.trip(Duration.ofSeconds(5), "first");
    play.advanceMillis(4_000).breaker.trip(Duration.ofSeconds(5), "again");
    play.advanceMillis(4_999).calls("R").advanceMillis(1).calls("S");
  }

  @Test
  void aTripByHandNeedsATimeAndACause() {
    assertThatThrownBy(() -> play.breaker.trip(Duration.ZERO, "x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("cooldown must be positive, but was PT0S");
    assertThatThrownBy(() -> play.breaker.trip(Duration.ofSeconds(1), " "))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("cause must not be blank, but was \" \"");
    play.is(State.CLOSED);
  }

  @Nested
  class MetricsOnly {

    // #2173 of the peer: each crossing is told, both ways.
    @Test
    void tellsEachCrossingBothWays() {
      play.breaker.metricsOnly();
      play.calls("SSFF F").is(State.METRICS_ONLY).calls("SSS").calls("FFF");

      assertThat(play.events(WouldTrip.class).stream().map(WouldTrip::exceeded))
          .containsExactly(true, false, true);
      assertThat(play.events(WouldTrip.class).get(0).rule().bad()).isEqualTo(2);
    }

    @Test
    void refusesNothing() {
      play.breaker.metricsOnly();
      play.calls("F".repeat(1000)).is(State.METRICS_ONLY);
      assertThat(play.breaker.admits()).isTrue();
      assertThat(play.breaker.snapshot().rules().get(0).rate()).hasValue(1);
    }

    @Test
    void tellsEachRuleOnItsOwn() {
      Play play = Play.with(b -> b.tripWhen(
          TripRule.failureRate(0.5).overCalls(4).minimumCalls(4), TripRule.consecutiveFailures(2)));
      play.breaker.metricsOnly();
      play.calls("SSFF S");
      assertThat(
              play.events(WouldTrip.class).stream().map(e -> e.rule().rule() + " " + e.exceeded()))
          .containsExactly(
              "failureRate(0.5).overCalls(4).minimumCalls(4) true",
              "consecutiveFailures(2) true",
              "consecutiveFailures(2) false");
    }
  }
}
