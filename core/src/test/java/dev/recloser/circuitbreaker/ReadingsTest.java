package dev.recloser.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Finished;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.WouldTrip;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a breaker tells of itself, where it is easily got wrong. */
class ReadingsTest {

  @Test
  void anOpenBreakerShowsHowItsRulesStoodWhenItTripped() {
    assertThat(Play.small().trip().breaker.snapshot().rules())
        .extracting(RuleSnapshot::bad, RuleSnapshot::calls)
        .containsExactly(tuple(4L, 4L));
  }

  @Test
  void aRefusalTellsTheReasonAndNoWaitThatIsOver() {
    Play play = Play.small().trip();
    CircuitOpenException refusal =
        catchThrowableOfType(CircuitOpenException.class, play.breaker::acquire);
    assertThat(refusal.reason()).isEqualTo(play.breaker.snapshot().reason()).contains("4 of 4");
    assertThat(refusal).hasMessageContaining("; retry after PT10S");
    play.advance(Play.COOLDOWN);
    assertThat(refusal.getMessage()).doesNotContain("retry after");
  }

  @Test
  void anOpenBreakerAdmitsOnlyAfterItsCooldown() {
    Play play = Play.small().trip();
    assertThat(play.breaker.admits()).isFalse();
    play.advance(Play.COOLDOWN);
    assertThat(play.breaker.admits()).isTrue();
  }

  @Test
  void whatIsForcedOpenAdmitsNothing() {
    Play play = Play.small();
    play.breaker.forceOpen();
    assertThat(play.breaker.admits()).isFalse();
  }

  @Test
  void aRampUpAdmitsAShareAndSaysWhich() {
    Play play = Play.with(b -> b.recovery(Recovery.probes(1).rampUp(Duration.ofSeconds(10), 0.5)))
        .cooledDown()
        .calls("SS");
    assertThat(play.breaker.admits()).isFalse();
    play.calls("R");
    assertThat(play.breaker.admits()).isTrue();
  }

  @Test
  void aRampUpMayAdmitTheVeryNextCall() {
    Play play = Play.with(b -> b.recovery(Recovery.probes(1).rampUp(Duration.ofSeconds(10), 0.5)))
        .cooledDown()
        .calls("S");
    assertThat(play.is(State.HALF_OPEN).breaker.snapshot().retryAfter()).contains(Duration.ZERO);
  }

  @Test
  void theDurationOfACallIsToldInEveryStateThatLetsItPass() {
    assertThat(tookASecond(Play.small())).isEqualTo(Duration.ofSeconds(1));
    Play disabled = Play.small();
    disabled.breaker.disable();
    assertThat(tookASecond(disabled)).isEqualTo(Duration.ofSeconds(1));
    Play watched = Play.small();
    watched.breaker.metricsOnly();
    assertThat(tookASecond(watched)).isEqualTo(Duration.ofSeconds(1));
    assertThat(watched.breaker.snapshot().failures()).isEqualTo(1);
  }

  @Test
  void aCallOfNoTimeAtAllHasADurationToo() {
    Play play = Play.small().calls("S");
    assertThat(play.events(Finished.class))
        .extracting(Finished::duration)
        .containsExactly(Duration.ZERO);
  }

  @Test
  void aRuleThatStaysIsNotSaidToBeCrossedAgain() {
    Play play = Play.small();
    play.breaker.metricsOnly();
    play.calls("FFFF");
    play.breaker.reconfigure(
        play.breaker.config().toBuilder().cooldown(Backoff.fixed(Play.COOLDOWN)).build());
    play.breaker.reconfigure(
        play.breaker.config().toBuilder().eagerHalfOpen(true).build());
    play.calls("F");
    assertThat(play.events(WouldTrip.class)).hasSize(1);
  }

  @Test
  void aWindowOfFailuresDoesNotBecomeOneOfSlowCalls() {
    Play play = Play.small().calls("F");
    play.breaker.reconfigure(play.breaker.config().toBuilder()
        .tripWhen(TripRule.slowCallRate(0.5, Duration.ofSeconds(1)).overCalls(4))
        .build());
    assertThat(play.breaker.snapshot().rules().get(0).calls()).isZero();
  }

  @Test
  void aWindowOfCallsDoesNotBecomeOneOfTime() {
    Play play = Play.small().calls("F");
    play.breaker.reconfigure(play.breaker.config().toBuilder()
        .tripWhen(TripRule.failureRate(0.5).over(Duration.ofSeconds(10)))
        .build());
    assertThat(play.breaker.snapshot().rules().get(0).calls()).isZero();
  }

  @Test
  void aMinimumIsRefusedAsSoonAsItIsKnownNotToFit() {
    RateRule rule = TripRule.failureRate(0.5).overCalls(5);
    assertThatThrownBy(() -> rule.minimumCalls(6)).isInstanceOf(IllegalArgumentException.class);
    assertThat(TripRule.failureRate(0.5).overCalls(1_000_000).windowCalls()).isEqualTo(1_000_000);
  }

  @Test
  void probesAreNotCountedAsFailedByTheRateOfSlowOnes() {
    Play play = Play.with(b -> b.tripWhen(
            TripRule.failureRate(1).overCalls(4).minimumCalls(4),
            TripRule.slowCallRate(0.1, Duration.ofSeconds(1)).overCalls(4)))
        .cooledDown();
    play.calls("F").is(State.HALF_OPEN);
    play.calls("S").is(State.CLOSED);
  }

  @Test
  void theRingIsCountedAfreshAsItIs() {
    CountWindow window =
        (CountWindow) TripRule.failureRate(1).overCalls(3).minimumCalls(3).newWindow(0);
    window.record(true, -1, 0);
    window.record(false, -1, 0);
    window.record(true, -1, 0);
    assertThat(window.badInRing()).isEqualTo(2);
  }

  @Test
  void aNestedCallOfAProbeIsNotJudged() {
    int[] asked = {0};
    Play play = Play.with(b -> b.failOnResult(result -> "bad".equals(result) && asked[0]++ == 0))
        .cooledDown();
    String result = play.breaker.call(() -> {
      String inner = play.breaker.call(() -> "bad");
      assertThat(inner).isEqualTo("bad");
      return "good";
    });
    assertThat(result).isEqualTo("good");
    assertThat(asked[0]).isZero();
  }

  private static @Nullable Duration tookASecond(Play play) {
    Permit permit = play.breaker.acquire();
    play.advance(Duration.ofSeconds(1));
    permit.failed(new IOException("down"));
    return play.events(Finished.class).get(0).duration();
  }
}
