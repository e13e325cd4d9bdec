package dev.recloser.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.Outcome;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Closed;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Finished;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.HalfOpened;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Rejected;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Transition;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Tripped;
import dev.recloser.event.Subscription;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventTest {
  private final Play play = Play.small();

  @Test
  void theWholeStoryIsTold() {
    play.calls("SFF").advanceMillis(1).calls("F R").advance(Play.COOLDOWN).calls("SS");

    assertThat(play.events.stream().map(event -> event.getClass().getSimpleName()))
        .containsExactly(
            "Finished",
            "Finished",
            "Finished",
            "Finished",
            "Tripped",
            "Rejected",
            "HalfOpened",
            "Finished",
            "Finished",
            "Closed");
    assertThat(play.events.stream().map(event -> event.origin().sequence()))
        .isSorted()
        .doesNotHaveDuplicates();
    assertThat(play.events)
        .allSatisfy(event -> assertThat(event.origin().policyName()).isEqualTo("test"));
  }

  @Test
  void aTripTellsWhyAndForHowLong() {
    IOException last = new IOException("last straw");
    play.calls("FSF").advanceMillis(250).breaker.acquire().failed(last);

    Tripped tripped = play.events(Tripped.class).get(0);
    assertThat(tripped.from()).isEqualTo(State.CLOSED);
    assertThat(tripped.to()).isEqualTo(State.OPEN);
    assertThat(tripped.reason())
        .isEqualTo("failureRate(0.5).overCalls(4).minimumCalls(4) at 3 of 4 calls");
    assertThat(tripped.cooldown()).isEqualTo(Play.COOLDOWN);
    assertThat(tripped.openings()).isEqualTo(1);
    assertThat(tripped.lastFailure()).isSameAs(last);
    assertThat(play.breaker.snapshot().lastFailure()).containsSame(last);
    assertThat(tripped.origin().at()).isEqualTo(Instant.parse("2026-01-01T00:00:00.250Z"));
  }

  // C134
  @Test
  void aTransitionCarriesTheReadingThatLedToIt() {
    Play play = Play.with(b -> b.recovery(Recovery.probes(3).failureRate(0.3)))
        .cooledDown()
        .calls("SSF")
        .is(State.OPEN);

    List<Transition> transitions = play.events(Transition.class);
    assertThat(transitions.get(0).before().rules()).singleElement().satisfies(rule -> {
      assertThat(rule.calls()).isEqualTo(4);
      assertThat(rule.bad()).isEqualTo(4);
    });
    assertThat(transitions.get(2).before().probes()).hasValue(new ProbeSnapshot(0, 0, 3, 1, 0));
    assertThat(transitions.get(2).reason())
        .isEqualTo("the recovery failed with 1 failed of 3 probes");
    play.advance(Play.COOLDOWN).calls("SSS").is(State.CLOSED);
    assertThat(play.breaker.snapshot().rules().get(0).calls()).isZero();
  }

  @Test
  void aFinishedCallCarriesItsOutcomeAndDuration() {
    play.breaker.run(() -> play.advanceMillis(42));
    play.calls("X");

    List<Finished> finished = play.events(Finished.class);
    assertThat(finished.get(0).outcome()).isEqualTo(Outcome.SUCCESS);
    assertThat(finished.get(0).duration()).isEqualTo(Duration.ofMillis(42));
    assertThat(finished.get(0).failure()).isNull();
    assertThat(finished.get(1).outcome()).isEqualTo(Outcome.IGNORED);
    assertThat(finished.get(1).failure()).isInstanceOf(AssertionError.class);
  }

  // E20, E21
  @Test
  void everyRejectionIsToldOnceAndCountedForGood() {
    play.trip().calls("RR").advance(Play.COOLDOWN);
    Permit one = play.breaker.acquire();
    Permit two = play.breaker.acquire();
    play.calls("R");
    one.succeeded();
    two.succeeded();
    play.breaker.forceOpen();
    play.calls("RR");

    assertThat(play.events(Rejected.class).stream().map(Rejected::state))
        .containsExactly(
            State.OPEN, State.OPEN, State.HALF_OPEN, State.FORCED_OPEN, State.FORCED_OPEN);
    assertThat(play.breaker.snapshot().rejected()).isEqualTo(5);
  }

  @Test
  void listenersAreTypedAndRemovable() {
    List<Tripped> tripped = new ArrayList<>();
    Subscription subscription = play.breaker.on(Tripped.class, tripped::add);
    play.trip();
    subscription.close();
    subscription.close();
    play.breaker.reset();
    play.trip();
    assertThat(tripped).hasSize(1);
  }

  // C133
  @Test
  void aFailingListenerChangesNothingForOthers() {
    Play play = Play.small();
    List<CircuitBreakerEvent> heard = new ArrayList<>();
    play.breaker.onEvent(event -> {
      throw new AssertionError("listener");
    });
    play.breaker.onEvent(heard::add);
    assertThat(play.breaker.call(() -> "result")).isEqualTo("result");
    play.calls("FFF R").is(State.OPEN);
    assertThat(heard).hasSize(6).containsExactlyElementsOf(play.events);
  }

  @Test
  void aListenerMayMoveTheBreakerAndAllHearOfItInOrder() {
    List<State> heard = new ArrayList<>();
    play.breaker.on(Tripped.class, event -> play.breaker.reset());
    play.breaker.on(Transition.class, event -> heard.add(event.to()));
    play.calls("FFFF").is(State.CLOSED);
    assertThat(heard).containsExactly(State.OPEN, State.CLOSED);
    assertThat(play.path()).containsExactly(State.OPEN, State.CLOSED);
  }

  @Test
  void aListenerMayCallTheBreaker() {
    List<String> heard = new ArrayList<>();
    play.breaker.on(
        HalfOpened.class,
        event -> heard.add(play.breaker.callOrElse(() -> "passed", r -> "refused")));
    play.cooledDown().calls("S");
    assertThat(heard).containsExactly("passed");
    play.is(State.CLOSED); // The listener's own call was the second probe.
  }

  @Test
  void closingTellsWhetherTheProbesOrAHandDidIt() {
    play.halfOpen().calls("SS").breaker.reset();
    assertThat(play.events(Closed.class).stream().map(Closed::reason))
        .containsExactly("the recovery succeeded with 0 failed of 2 probes", "reset by hand");
  }
}
