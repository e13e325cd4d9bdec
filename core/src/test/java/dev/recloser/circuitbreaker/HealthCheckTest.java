package dev.recloser.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.CallbackFailed;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Tripped;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class HealthCheckTest {
  private static final Duration LEASE = Duration.ofSeconds(5);

  private final List<CompletableFuture<Boolean>> checks = new ArrayList<>();
  private final Play play = with(Recovery.healthCheck(this::check).lease(LEASE));

  private static Play with(Recovery recovery) {
    return Play.with(b -> b.recovery(recovery));
  }

  private CompletionStage<Boolean> check() {
    CompletableFuture<Boolean> check = new CompletableFuture<>();
    checks.add(check);
    return check;
  }

  // #1982 of the peer: recovery that a health check decides.
  @Test
  void isStartedWhenTheCooldownEndsAndCloses() {
    play.trip().advanceMillis(9_999).is(State.OPEN);
    assertThat(checks).isEmpty();
    play.advanceMillis(1).is(State.HALF_OPEN).calls("R");
    assertThat(checks).hasSize(1);

    checks.get(0).complete(true);
    play.is(State.CLOSED).calls("S");
    assertThat(play.time.pendingTimers()).isZero();
  }

  @Test
  void opensAgainWhenItSaysNoOrFails() {
    play.cooledDown();
    checks.get(0).complete(false);
    play.is(State.OPEN).advance(Play.COOLDOWN);
    IOException failure = new IOException("no answer");
    checks.get(1).completeExceptionally(failure);
    play.is(State.OPEN);
    List<Tripped> tripped = play.events(Tripped.class);
    assertThat(tripped.get(tripped.size() - 1).lastFailure()).isSameAs(failure);
    assertThat(play.breaker.snapshot().openings()).isEqualTo(3);
  }

  @Test
  void letsNoCallThroughMeanwhile() {
    play.cooledDown();
    assertThat(play.breaker.admits()).isFalse();
    play.calls("RRR");
    assertThat(checks).hasSize(1);
  }

  @Test
  void isStartedOnceMoreWhenItsLeaseHasEnded() {
    play.cooledDown().advance(LEASE.minusNanos(1)).calls("R");
    assertThat(checks).hasSize(1);
    play.advance(Duration.ofNanos(1)).calls("R");
    assertThat(checks).hasSize(2);
    checks.get(0).complete(false);
    play.is(State.HALF_OPEN);
    checks.get(1).complete(true);
    play.is(State.CLOSED);
  }

  @Test
  void mayAnswerAtOnce() {
    Play play = with(Recovery.healthCheck(() -> CompletableFuture.completedFuture(true)));
    play.trip().advance(Play.COOLDOWN).is(State.CLOSED);
  }

  @Test
  void isStartedByACallWhereTheTimerIsLate() {
    // A clock that timers do not run on: only a call sees that the cooldown has passed.
    List<String> started = new ArrayList<>();
    Play play = with(Recovery.healthCheck(() -> {
      started.add("check");
      return CompletableFuture.completedFuture(true);
    }));
    play.trip();
    play.time.schedule(
        Play.COOLDOWN.minusNanos(1), () -> assertThat(play.breaker.tryAcquire()).isEmpty());
    play.advance(Play.COOLDOWN).calls("S").is(State.CLOSED);
    assertThat(started).hasSize(1);
  }

  @Test
  void thatThrowsIsAFailureAndTold() {
    Play play = with(Recovery.healthCheck(() -> {
      throw new IllegalStateException("broken");
    }));
    play.cooledDown().is(State.OPEN);
    assertThat(play.events(CallbackFailed.class)).singleElement().satisfies(event -> {
      assertThat(event.callback()).isEqualTo("health check");
      assertThat(event.fault()).hasMessage("broken");
    });
  }

  @Test
  void maySendABreakerIntoARampUp() {
    Play play = with(Recovery.healthCheck(this::check).rampUp(Duration.ofSeconds(10), 0.5));
    play.cooledDown();
    checks.get(0).complete(true);
    play.is(State.HALF_OPEN).calls("SR").advanceMillis(10_000).calls("S").is(State.CLOSED);
  }

  @Test
  void ofAnEpochThatAHandHasEndedDecidesNothing() {
    play.cooledDown();
    play.breaker.forceOpen();
    checks.get(0).complete(true);
    play.is(State.FORCED_OPEN);
    assertThat(play.breaker.snapshot().stragglers()).isEqualTo(1);
  }

  @Test
  @SuppressWarnings("NullAway") // What is tested.
  void mustBeGiven() {
    assertThatThrownBy(() -> Recovery.healthCheck(null))
        .hasMessage("healthCheck must not be null, but was null");
  }
}
