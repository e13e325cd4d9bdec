package dev.recloser.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.Outcome;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Straggled;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Transition;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A call that outlives the state that admitted it changes nothing. */
class StragglerTest {
  private final Play play = Play.with(b -> b.recovery(Recovery.consecutive(1)));

  @Test
  void itsSuccessDoesNotCloseAnOpenBreaker() {
    Permit slow = play.breaker.acquire();
    play.trip();
    slow.succeeded();
    play.is(State.OPEN).calls("R");
  }

  @Test
  void itsFailureDoesNotLengthenTheCooldown() {
    Permit slow = play.breaker.acquire();
    play.trip().advanceMillis(9_000);
    slow.close();
    play.advanceMillis(999).calls("R").advanceMillis(1).calls("S");
  }

  // C05, E5, E6
  @Test
  void itDecidesNothingInHalfOpen() {
    Permit slow = play.breaker.acquire();
    Permit slower = play.breaker.acquire();
    play.cooledDown();
    Permit probe = play.breaker.acquire();
    slow.succeeded();
    play.is(State.HALF_OPEN).calls("R");
    slower.close();
    play.is(State.HALF_OPEN).calls("R");
    probe.succeeded();
    play.is(State.CLOSED);
    assertThat(play.breaker.snapshot().rules().get(0).calls()).isZero();
  }

  // E4: the peer hands out a slot for each old call that counts for nothing.
  @Test
  void itFreesNoSlot() {
    Permit[] old = new Permit[5];
    for (int i = 0; i < old.length; i++) {
      old[i] = play.breaker.acquire();
    }
    play.cooledDown();
    Permit probe = play.breaker.acquire();
    for (Permit permit : old) {
      permit.released();
    }
    play.calls("R");
    probe.succeeded();
  }

  // C13
  @Test
  void itsCancellationDoesNotTouchTheProbe() {
    CompletableFuture<String> hanging =
        play.breaker.callAsync(() -> new CompletableFuture<String>());
    play.cooledDown();
    Permit probe = play.breaker.acquire();
    hanging.cancel(true);
    play.is(State.HALF_OPEN);
    probe.succeeded();
    play.is(State.CLOSED);
  }

  @Test
  void aProbeOfAnEarlierHalfOpenIsOneToo() {
    Play play = Play.with(b -> b.recovery(Recovery.probes(2))).cooledDown();
    Permit first = play.breaker.acquire();
    play.calls("F").is(State.OPEN).advance(Play.COOLDOWN);
    Permit second = play.breaker.acquire();
    first.close();
    play.is(State.HALF_OPEN);
    second.succeeded();
    play.calls("S").is(State.CLOSED);
  }

  @Test
  void oneFromAResetBreakerDoesNotCountInTheNewWindow() {
    Permit[] old = new Permit[4];
    for (int i = 0; i < old.length; i++) {
      old[i] = play.breaker.acquire();
    }
    play.breaker.reset();
    for (Permit permit : old) {
      permit.close();
    }
    play.is(State.CLOSED);
    assertThat(play.breaker.snapshot().rules().get(0).calls()).isZero();
  }

  @Test
  void itIsCountedAndTold() {
    Permit slow = play.breaker.acquire();
    play.trip();
    IOException failure = new IOException("at last");
    slow.failed(failure);

    assertThat(play.breaker.snapshot().stragglers()).isEqualTo(1);
    assertThat(play.breaker.snapshot().failures()).isEqualTo(5);
    assertThat(play.events(Straggled.class)).singleElement().satisfies(event -> {
      assertThat(event.outcome()).isEqualTo(Outcome.FAILURE);
      assertThat(event.admittedIn()).isEqualTo(State.CLOSED);
      assertThat(event.failure()).isSameAs(failure);
    });
    assertThat(play.events(Transition.class)).hasSize(1);
  }

  // C08, with a timer: the sixth failure of six calls in flight neither opens again nor disturbs
  // the timer.
  @Test
  void itDoesNotDisturbTheTimer() {
    Play play = Play.with(b -> b.tripWhen(TripRule.consecutiveFailures(5)).eagerHalfOpen(true));
    Permit[] inFlight = new Permit[6];
    for (int i = 0; i < inFlight.length; i++) {
      inFlight[i] = play.breaker.acquire();
    }
    play.advanceMillis(1_000);
    for (Permit permit : inFlight) {
      permit.close();
      play.advanceMillis(100);
    }
    play.is(State.OPEN);
    assertThat(play.path()).containsExactly(State.OPEN);
    // Opened by the fifth, at 1,400 ms; it is 1,600 ms now.
    play.advanceMillis(9_799).is(State.OPEN).advanceMillis(1).is(State.HALF_OPEN);
  }
}
