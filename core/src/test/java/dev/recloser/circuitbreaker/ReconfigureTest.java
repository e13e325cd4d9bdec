package dev.recloser.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Reconfigured;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Straggled;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ReconfigureTest {
  private static final RateRule RULE = TripRule.failureRate(0.5).overCalls(10).minimumCalls(10);

  private static void reconfigure(Play play, UnaryOperator<CircuitBreakerConfig.Builder> change) {
    play.breaker.reconfigure(change.apply(play.breaker.config().toBuilder()).build());
  }

  @Test
  void aRuleThatStaysKeepsWhatItCounted() {
    Play play = Play.with(b -> b.tripWhen(RULE, TripRule.consecutiveFailures(4)));
    play.calls("SFFF");
    reconfigure(
        play,
        b -> b.tripWhen(TripRule.consecutiveFailures(4))
            .cooldown(Backoff.fixed(Duration.ofSeconds(1))));
    play.is(State.CLOSED).calls("F").is(State.OPEN).advanceMillis(1_000).calls("S");
  }

  @Test
  void aChangedCountWindowIsFilledWithItsNewestCallsAndJudgedAtTheNextRecord() {
    Play play = Play.with(b -> b.tripWhen(RULE)).calls("SSSSSSFFF");
    reconfigure(play, b -> b.tripWhen(TripRule.failureRate(0.5).overCalls(4).minimumCalls(4)));
    play.is(State.CLOSED);
    assertThat(play.breaker.snapshot().rules().get(0).bad()).isEqualTo(3);
    assertThat(play.breaker.snapshot().rules().get(0).calls()).isEqualTo(4);
    play.calls("S").is(State.OPEN);
  }

  @Test
  void aChangedRateIsJudgedAtTheNextRecord() {
    Play play = Play.with(b -> b.tripWhen(RULE)).calls("SSSSSSSSSF");
    reconfigure(play, b -> b.tripWhen(TripRule.failureRate(0.1).overCalls(10).minimumCalls(10)));
    play.calls("S").is(State.OPEN);
  }

  @Test
  void otherChangedRulesStartEmpty() {
    Play play = Play.with(b -> b.tripWhen(TripRule.consecutiveFailures(5))).calls("FFFF");
    reconfigure(play, b -> b.tripWhen(TripRule.consecutiveFailures(3)));
    play.calls("FF").is(State.CLOSED).calls("F").is(State.OPEN);
  }

  @Test
  void aCallInFlightReportsToTheNewRules() {
    Play play = Play.with(b -> b.tripWhen(TripRule.consecutiveFailures(5)));
    Permit inFlight = play.breaker.acquire();
    reconfigure(play, b -> b.tripWhen(TripRule.consecutiveFailures(1)));
    inFlight.close();
    play.is(State.OPEN);
    assertThat(play.events(Straggled.class)).isEmpty();
  }

  @Test
  void aCallInFlightIsNotSlowForARuleThatCameLater() {
    Play play = Play.with(b -> b.tripWhen(TripRule.consecutiveFailures(5)));
    CircuitBreaker quiet = CircuitBreaker.builder("b")
        .tripWhen(TripRule.consecutiveFailures(5))
        .timeSource(play.time)
        .build();
    Permit inFlight = quiet.acquire();
    RateRule slow = TripRule.slowCallRate(1, Duration.ofSeconds(1)).overCalls(1);
    quiet.reconfigure(quiet.config().toBuilder().tripWhen(slow).build());
    play.advanceMillis(60_000);
    inFlight.succeeded();
    assertThat(quiet.state()).isEqualTo(State.CLOSED);
    Permit next = quiet.acquire();
    play.advanceMillis(1_000);
    next.succeeded();
    assertThat(quiet.state()).isEqualTo(State.OPEN);
  }

  @Test
  void anOpenBreakerKeepsTheCooldownItDrew() {
    Play play = Play.small().trip();
    reconfigure(play, b -> b.cooldown(Backoff.fixed(Duration.ofHours(1))));
    play.advance(Play.COOLDOWN).calls("F").is(State.OPEN).advance(Play.COOLDOWN).calls("R");
  }

  @Test
  void aHalfOpenBreakerKeepsTheRecoveryItBegan() {
    Play play = Play.small().halfOpen();
    reconfigure(play, b -> b.recovery(Recovery.consecutive(1)));
    play.calls("S").is(State.HALF_OPEN).calls("S").is(State.CLOSED);
    play.trip().advance(Play.COOLDOWN).calls("S").is(State.CLOSED);
  }

  @Test
  void metricsOnlyTakesNewRulesToo() {
    Play play = Play.small();
    play.breaker.metricsOnly();
    reconfigure(play, b -> b.tripWhen(TripRule.consecutiveFailures(1)));
    play.calls("F");
    assertThat(play.events(CircuitBreakerEvent.WouldTrip.class)).hasSize(1);
  }

  @Test
  void whatCountsAsAFailureChangesAtOnce() {
    Play play = Play.small().calls("FFF");
    reconfigure(play, b -> b.ignore(java.io.IOException.class));
    play.calls("F").is(State.CLOSED);
    assertThat(play.breaker.snapshot().ignored()).isEqualTo(1);
  }

  @Test
  void itIsTold() {
    Play play = Play.small();
    CircuitBreakerConfig before = play.breaker.config();
    reconfigure(play, b -> b.recovery(Recovery.consecutive(2)));
    assertThat(play.events(Reconfigured.class)).singleElement().satisfies(event -> {
      assertThat(event.before()).isEqualTo(before);
      assertThat(event.after()).isEqualTo(play.breaker.config());
    });
  }

  @Test
  void theTimeSourceCannotChange() {
    Play play = Play.small();
    assertThatThrownBy(() -> reconfigure(play, b -> b.timeSource(TimeSource.system())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("timeSource must stay ManualTimeSource");
  }
}
