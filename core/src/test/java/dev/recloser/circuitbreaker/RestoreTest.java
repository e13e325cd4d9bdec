package dev.recloser.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RestoreTest {
  private static final RateRule OVER_CALLS =
      TripRule.failureRate(0.5).overCalls(10).minimumCalls(10);
  private static final RateRule OVER_TIME = TripRule.failureRate(0.9).over(Duration.ofSeconds(10));
  private static final TripRule IN_A_ROW = TripRule.consecutiveFailures(4);

  private static Play play() {
    return Play.with(
        b -> b.tripWhen(OVER_CALLS, OVER_TIME, IN_A_ROW).recovery(Recovery.consecutive(1)));
  }

  private static Play restored(Play from) {
    Play play = play();
    play.breaker.restore(from.breaker.snapshot());
    return play;
  }

  @Test
  void aClosedBreakerHasItsCountsBack() {
    Play before = play().calls("SSFSSSFF");
    Play after = restored(before);
    assertThat(after.breaker.snapshot().rules())
        .isEqualTo(before.breaker.snapshot().rules());
    after.is(State.CLOSED).calls("F").is(State.CLOSED).calls("F").is(State.OPEN);
  }

  @Test
  void anOpenBreakerWaitsForWhatWasLeft() {
    Play before = play().calls("FFFF").is(State.OPEN).advanceMillis(4_000);
    Play after = restored(before);
    after
        .is(State.OPEN)
        .advanceMillis(5_999)
        .calls("R")
        .advanceMillis(1)
        .calls("S")
        .is(State.CLOSED);
    assertThat(restored(before).breaker.snapshot().openings()).isEqualTo(1);
    assertThat(restored(before).breaker.snapshot().reason())
        .isEqualTo("consecutiveFailures(4) at 4 of 4 calls");
    assertThat(restored(before).breaker.snapshot().rules())
        .isEqualTo(before.breaker.snapshot().rules());
  }

  @Test
  void aHalfOpenBreakerStartsItsProbesAnew() {
    Play before = play().calls("FFFF").advance(Play.COOLDOWN);
    before.breaker.acquire();
    Play after = restored(before).is(State.HALF_OPEN);
    assertThat(after.breaker.snapshot().reason()).isEqualTo("restored; the probes start anew");
    after.calls("S").is(State.CLOSED);
  }

  @Test
  void whatWasSetByHandStaysSet() {
    for (State state : new State[] {State.FORCED_OPEN, State.DISABLED, State.METRICS_ONLY}) {
      Play before = play();
      switch (state) {
        case FORCED_OPEN -> before.breaker.forceOpen();
        case DISABLED -> before.breaker.disable();
        default -> before.breaker.metricsOnly();
      }
      restored(before).is(state).advance(Duration.ofDays(1)).is(state);
    }
  }

  @Test
  void callsInFlightAreStragglers() {
    Play play = play();
    Permit old = play.breaker.acquire();
    play.breaker.restore(play().breaker.snapshot());
    old.close();
    assertThat(play.breaker.snapshot().stragglers()).isEqualTo(1);
  }

  @Test
  void rulesThatAreNotThereAnyMoreAreLeftOut() {
    Play before = play().calls("SSFSSSFF");
    Play after = Play.with(b -> b.tripWhen(IN_A_ROW, TripRule.failureRate(0.1).overCalls(50)));
    after.breaker.restore(before.breaker.snapshot());
    assertThat(after.breaker.snapshot().rules().get(0).bad()).isEqualTo(2);
    assertThat(after.breaker.snapshot().rules().get(1).calls()).isZero();
  }

  @Test
  void badCallsAreSpreadEvenlyOverACountWindow() {
    CountWindow window = (CountWindow) OVER_CALLS.newWindow(0);
    window.restore(new RuleSnapshot("", 0.5, 1_000_000, 500_000, 0), 0);
    assertThat(window.snapshot(0).calls()).isEqualTo(10);
    assertThat(window.snapshot(0).bad()).isEqualTo(10);
    CountWindow half = (CountWindow) OVER_CALLS.newWindow(0);
    half.restore(new RuleSnapshot("", 0.5, 10, 5, 0), 0);
    half.record(false, -1, 0);
    half.record(false, -1, 0);
    assertThat(half.snapshot(0).bad()).isEqualTo(4);
  }

  @Test
  @SuppressWarnings("NullAway") // What is tested.
  void aMissingReadingIsNamed() {
    assertThatThrownBy(() -> play().breaker.restore(null))
        .hasMessage("snapshot must not be null, but was null");
  }

  private static void refuses(CircuitBreakerSnapshot reading, String message) {
    Play play = play();
    assertThatThrownBy(() -> play.breaker.restore(reading))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
    play.is(State.CLOSED);
  }

  private static CircuitBreakerSnapshot reading(
      State state, String reason, List<RuleSnapshot> rules, int openings, Duration left) {
    return new CircuitBreakerSnapshot(
        "b",
        state,
        Instant.EPOCH,
        reason,
        rules,
        Optional.empty(),
        OptionalDouble.empty(),
        openings,
        Optional.of(left),
        Optional.empty(),
        0,
        0,
        0,
        0);
  }

  @Test
  @SuppressWarnings("NullAway") // What is tested.
  void aReadingOfNoBreakerIsRefused() {
    Duration left = Duration.ofSeconds(1);
    List<RuleSnapshot> none = List.of();
    refuses(reading(null, "r", none, 1, left), "snapshot.state must not be null");
    refuses(reading(State.OPEN, null, none, 1, left), "snapshot.reason must not be null");
    refuses(reading(State.OPEN, "r", none, -7, left), "snapshot.openings must");
    refuses(reading(State.OPEN, "r", none, 1, left.negated()), "snapshot.retryAfter must");
    RuleSnapshot negative = new RuleSnapshot(IN_A_ROW.toString(), 4, -1000, -1000, 0);
    refuses(reading(State.CLOSED, "r", List.of(negative), 0, left), "snapshot.rules must");
  }

  @Test
  void hugeCountsSaturate() {
    RuleSnapshot huge =
        new RuleSnapshot(OVER_TIME.toString(), 0.9, Long.MAX_VALUE, Long.MAX_VALUE, 0);
    Play play = play();
    play.breaker.restore(
        reading(State.HALF_OPEN, "r", List.of(huge), Integer.MAX_VALUE, Duration.ZERO));
    play.calls("F").is(State.OPEN);
    assertThat(play.breaker.snapshot().openings()).isEqualTo(Integer.MAX_VALUE);
    play.breaker.restore(reading(State.CLOSED, "r", List.of(huge), 0, Duration.ZERO));
    assertThat(play.breaker.snapshot().rules().get(1).bad()).isEqualTo(Integer.MAX_VALUE);
  }
}
