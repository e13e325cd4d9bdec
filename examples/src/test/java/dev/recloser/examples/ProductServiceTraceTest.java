package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Transition;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Tripped;
import dev.recloser.circuitbreaker.Recovery;
import dev.recloser.circuitbreaker.RuleSnapshot;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Document 001: product-service is down from 2 s up to 22 s, and is called twelve times. */
class ProductServiceTraceTest {
  private static final long[] CALL_MILLIS = {
    0, 1000, 2000, 3000, 4000, 5000, 8000, 14000, 20000, 24000, 25000, 26000
  };

  @Test // S001-26, S001-27
  void theTwelveLinesAreThoseOfTheDocument() {
    assertThat(new Scenario().play())
        .containsExactly(
            "t=    0ms  OK -> boAt Rockerz 450               state=CLOSED",
            "t= 1000ms  OK -> boAt Rockerz 450               state=CLOSED",
            "t= 2000ms  FAILED(503) -> cached product        state=CLOSED",
            "t= 3000ms  FAILED(503) -> cached product        state=CLOSED",
            "t= 4000ms  FAILED(503) -> cached product        state=OPEN",
            "t= 5000ms  REJECTED -> cached product           state=OPEN",
            "t= 8000ms  REJECTED -> cached product           state=OPEN",
            "t=14000ms  FAILED(503) -> cached product        state=OPEN",
            "t=20000ms  REJECTED -> cached product           state=OPEN",
            "t=24000ms  OK -> boAt Rockerz 450               state=HALF_OPEN",
            "t=25000ms  OK -> boAt Rockerz 450               state=CLOSED",
            "t=26000ms  OK -> boAt Rockerz 450               state=CLOSED");
  }

  @Test // S001-25
  void aSimulatedClockMakesTheOutputDeterministic() {
    assertThat(new Scenario().play()).isEqualTo(new Scenario().play());
  }

  @Test // S001-28
  void atFourSecondsThreeOfTheLastFiveHaveFailed() {
    Scenario scenario = new Scenario();
    scenario.play();

    Tripped first = (Tripped) scenario.transitions.get(0);
    RuleSnapshot rule = first.before().rules().get(0);
    assertThat(rule.bad()).isEqualTo(3);
    assertThat(rule.calls()).isEqualTo(5);
    assertThat(rule.rate()).hasValue(0.6);
    assertThat(first.origin().at()).isEqualTo(scenario.startedAt.plusMillis(4000));
  }

  @Test // S001-29
  void rejectedCallsNeverTouchTheNetwork() {
    Scenario scenario = new Scenario();
    scenario.play();

    assertThat(scenario.remoteCalls).isEqualTo(9);
    assertThat(scenario.breaker.snapshot().rejected()).isEqualTo(3);
  }

  @Test // S001-30, S001-31
  void aFailedTrialReopensAndTwoGoodOnesClose() {
    Scenario scenario = new Scenario();
    scenario.play();

    assertThat(scenario.transitions)
        .extracting(Transition::to)
        .containsExactly(
            State.OPEN, // at 4 s
            State.HALF_OPEN, // at 14 s
            State.OPEN, // at 14 s
            State.HALF_OPEN, // at 24 s
            State.CLOSED); // at 25 s
    assertThat(scenario.transitions)
        .extracting(
            event -> Duration.between(scenario.startedAt, event.origin().at()).toSeconds())
        .containsExactly(4L, 14L, 14L, 24L, 25L);
  }

  private static final class Scenario {
    private final ManualTimeSource time = new ManualTimeSource();
    private final CircuitBreaker breaker = CircuitBreaker.builder("product-service")
        .tripWhen(TripRule.failureRate(0.5).overCalls(5).minimumCalls(5))
        .cooldown(Backoff.fixed(Duration.ofSeconds(10)))
        .recovery(Recovery.consecutive(2))
        .timeSource(time)
        .build();
    private final Instant startedAt = time.wallTime();
    private final List<Transition> transitions = new ArrayList<>();
    private int remoteCalls;

    List<String> play() {
      List<String> lines = new ArrayList<>();
      breaker.on(Transition.class, transitions::add);
      for (long millis : CALL_MILLIS) {
        time.advance(Duration.ofMillis(millis).minus(time.elapsed()));
        lines.add(String.format(
            Locale.ROOT, "t=%5dms  %-36s state=%s", millis, call(millis), breaker.state()));
      }
      return lines;
    }

    private String call(long millis) {
      try {
        return breaker.callOrElse(
            () -> "OK -> " + product(millis), rejection -> "REJECTED -> cached product");
      } catch (IllegalStateException e) {
        return "FAILED(" + e.getMessage() + ") -> cached product";
      }
    }

    private String product(long millis) {
      remoteCalls++;
      if (millis >= 2000 && millis < 22000) {
        throw new IllegalStateException("503");
      }
      return "boAt Rockerz 450";
    }
  }
}
