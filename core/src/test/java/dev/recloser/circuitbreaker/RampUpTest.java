package dev.recloser.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Transition;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RampUpTest {
  private static final Duration RAMP = Duration.ofSeconds(100);

  /** Half-open, with the probes behind it and the ramp before it. */
  private static Play ramping(double initialShare) {
    return Play.with(b -> b.recovery(Recovery.consecutive(1).rampUp(RAMP, initialShare)))
        .cooledDown()
        .calls("S")
        .is(State.HALF_OPEN);
  }

  /** Makes calls that succeed if they pass; returns the letters of what became of them. */
  private static String ask(Play play, int calls) {
    StringBuilder trace = new StringBuilder();
    for (int i = 0; i < calls; i++) {
      trace.append(play.breaker.callOrElse(() -> "Y", rejection -> "n"));
    }
    return trace.toString();
  }

  @Test
  void theShareThatPassesIsSpreadEvenly() {
    assertThat(ask(ramping(0.25), 12)).isEqualTo("YnnnYnnnYnnn");
    assertThat(ask(ramping(0.5), 6)).isEqualTo("YnYnYn");
  }

  @Test
  void theShareGrowsUntilAllPass() {
    Play play = ramping(0.25);
    assertThat(play.breaker.snapshot().admittedShare()).hasValue(0.25);
    play.advanceMillis(50_000);
    assertThat(play.breaker.snapshot().admittedShare()).hasValue(0.625);
    assertThat(ask(play, 100).chars().filter(c -> c == 'Y').count()).isBetween(62L, 63L);
    play.advanceMillis(49_999).is(State.HALF_OPEN).advanceMillis(1).calls("S").is(State.CLOSED);
    assertThat(ask(play, 50)).isEqualTo("Y".repeat(50));
    assertThat(play.breaker.snapshot().admittedShare()).isEmpty();
  }

  @Test
  void aTripOnTheWayOpensAgainAndIsOneMoreOpening() {
    Play play = ramping(1).calls("SFF").is(State.HALF_OPEN).calls("F").is(State.OPEN);
    assertThat(play.breaker.snapshot().openings()).isEqualTo(2);
    assertThat(play.events(Transition.class).get(3).reason())
        .isEqualTo("failureRate(0.5).overCalls(4).minimumCalls(4) at 3 of 4 calls");
  }

  @Test
  void reclaimedLeasesAreForgottenOnlyWhenItCloses() {
    Duration lease = Duration.ofSeconds(3);
    Play play = Play.with(b -> b.recovery(Recovery.consecutive(1).lease(lease).rampUp(RAMP, 1)))
        .cooledDown();
    play.breaker.acquire();
    play.advance(lease).calls("S").is(State.HALF_OPEN).calls("FFFF").is(State.OPEN);

    play.advance(Play.COOLDOWN).breaker.acquire();
    play.advance(lease.multipliedBy(2).minusNanos(1)).calls("R");
    play.advance(Duration.ofNanos(1)).calls("S");
  }

  @Test
  void openingsAreForgottenOnlyWhenItCloses() {
    Play play = ramping(1);
    assertThat(play.breaker.snapshot().openings()).isEqualTo(1);
    play.advance(RAMP).calls("S").is(State.CLOSED);
    assertThat(play.breaker.snapshot().openings()).isZero();
  }

  @Test
  void theStoryIsTold() {
    Play play = ramping(0.5).advance(RAMP).calls("S");
    assertThat(play.path())
        .containsExactly(State.OPEN, State.HALF_OPEN, State.HALF_OPEN, State.CLOSED);
    assertThat(play.events(Transition.class).get(2).reason())
        .isEqualTo(
            "ramping up over PT1M40S, since the recovery succeeded with 0 failed of 1 probes");
    assertThat(play.events(Transition.class).get(3).reason()).isEqualTo("the ramp-up has ended");
  }

  @Test
  void askingWhetherACallWouldPassTakesNothing() {
    Play play = ramping(0.25);
    for (int i = 0; i < 100; i++) {
      assertThat(play.breaker.admits()).isTrue();
    }
    assertThat(ask(play, 1)).isEqualTo("Y");
    assertThat(play.breaker.admits()).isFalse();
    assertThat(ask(play, 4)).isEqualTo("nnnY");
    play.advance(RAMP);
    assertThat(play.breaker.admits()).isTrue();
    play.is(State.HALF_OPEN);
  }

  @Test
  void aProbeFromBeforeChangesNothing() {
    Play play = Play.with(b -> b.recovery(Recovery.probes(4).rampUp(RAMP, 1))).cooledDown();
    Permit late = play.breaker.acquire();
    play.calls("SSS").is(State.HALF_OPEN);
    late.close();
    assertThat(play.breaker.snapshot().stragglers()).isEqualTo(1);
    assertThat(play.breaker.snapshot().rules().get(0).calls()).isZero();
  }

  @Test
  void newRulesApplyAtOnce() {
    Play play = ramping(1);
    play.breaker.reconfigure(play.breaker.config().toBuilder()
        .tripWhen(TripRule.consecutiveFailures(1))
        .build());
    play.calls("F").is(State.OPEN);
  }

  @Test
  void aHandEndsIt() {
    Play play = ramping(0.5);
    play.breaker.reset();
    play.is(State.CLOSED);
    assertThat(ask(play, 5)).isEqualTo("YYYYY");
  }

  @Test
  void badSettingsAreNamed() {
    assertThatThrownBy(() -> Recovery.probes(1).rampUp(Duration.ZERO, 0.5))
        .hasMessage("rampUp must be positive, but was PT0S");
    assertThatThrownBy(() -> Recovery.probes(1).rampUp(RAMP, 0))
        .hasMessage("initialShare must be in (0, 1], but was 0.0");
    assertThat(Recovery.probes(1).rampUp(RAMP, 0.5)).hasToString("probes(1).rampUp(PT1M40S, 0.5)");
    assertThat(Recovery.probes(1).rampUp(RAMP, 0.5)).isNotEqualTo(Recovery.probes(1));
  }
}
