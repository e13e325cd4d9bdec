package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Transition;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Tripped;
import dev.recloser.circuitbreaker.CircuitBreakerSnapshot;
import dev.recloser.circuitbreaker.CircuitOpenException;
import dev.recloser.circuitbreaker.Recovery;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.event.Subscription;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The guide to the circuit breaker: how to watch it, move it, extend it and test with it. */
class GuideOperationTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final Inventory client = new Inventory();
  private final CircuitBreaker breaker = Classic.breaker(5, Duration.ofSeconds(30), time);
  private final List<String> log = new ArrayList<>();

  @Test
  void aSnapshotTellsWhyItIsOpen() {
    client.goDown();
    failTimes(breaker, 5);
    time.advance(Duration.ofSeconds(12));

    // docs: breaker-snapshot
    CircuitBreakerSnapshot snapshot = breaker.snapshot();
    log.add(snapshot.name() + " is " + snapshot.state() + " since " + snapshot.since());
    log.add("because of " + snapshot.reason());
    log.add("until a probe in " + snapshot.retryAfter().map(Duration::toSeconds).orElse(0L) + " s");
    // end

    assertThat(log)
        .containsExactly(
            "remote is OPEN since 2026-01-01T00:00:00Z",
            "because of consecutiveFailures(5) at 5 of 5 calls",
            "until a probe in 18 s");
  }

  @Test
  void aSnapshotTellsHowFarARuleIsFromTripping() throws IOException {
    CircuitBreaker breaker = CircuitBreaker.ofDefaults("inventory");
    breaker.run(() -> client.get("sku-42"));
    client.goDown();
    failTimes(breaker, 2);

    // docs: breaker-rules
    breaker.snapshot().rules().forEach(rule -> log.add(rule.toString()));
    // end

    assertThat(log)
        .containsExactly(
            "failureRate(0.5).overCalls(100).minimumCalls(20) at 2 of 3 calls, 17 missing");
  }

  @Test
  void eventsAreHeard() {
    // docs: breaker-events
    Subscription subscription = breaker.on(
        Tripped.class,
        tripped -> log.add("tripped by " + tripped.reason() + " for " + tripped.cooldown()));
    breaker.on(Transition.class, move -> log.add(move.from() + " to " + move.to()));
    breaker.onEvent(event -> log.add(event.getClass().getSimpleName()));
    // end

    client.goDown();
    failTimes(breaker, 5);
    assertThat(log)
        .endsWith(
            "tripped by consecutiveFailures(5) at 5 of 5 calls for PT30S",
            "CLOSED to OPEN",
            "Tripped");

    subscription.close();
    log.clear();
    breaker.trip(Duration.ofMinutes(1), "deploy");
    assertThat(log).containsExactly("OPEN to OPEN", "Tripped");
  }

  @Test
  void aHandMovesIt() {
    List<State> states = new ArrayList<>();
    breaker.on(Transition.class, event -> states.add(event.to()));

    // docs: breaker-by-hand
    breaker.forceOpen(); // refuses all calls until a hand lifts it
    breaker.disable(); // lets all calls pass, and judges nothing
    breaker.metricsOnly(); // lets all calls pass, and tells what would trip
    breaker.trip(Duration.ofMinutes(1), "deploy"); // opens for a minute, then probes
    breaker.reset(); // closes, with empty windows
    // end

    assertThat(states)
        .containsExactly(
            State.FORCED_OPEN, State.DISABLED, State.METRICS_ONLY, State.OPEN, State.CLOSED);
  }

  @Test
  void itsSettingsChangeWhileItRuns() {
    client.goDown();
    failTimes(breaker, 4);

    // docs: breaker-reconfigure
    breaker.reconfigure(breaker.config().toBuilder()
        .cooldown(Backoff.fixed(Duration.ofSeconds(5)))
        .build());
    // end

    failTimes(breaker, 1);
    assertThat(breaker.snapshot().retryAfter()).contains(Duration.ofSeconds(5));
  }

  @Test
  void aCooldownOfOnesOwn() {
    // docs: breaker-own-cooldown
    Backoff cooldown = (opening, previous, random) ->
        opening == 1 ? Duration.ofSeconds(1) : previous.multipliedBy(5);
    // end

    CircuitBreaker eager = CircuitBreaker.of(
        "inventory", breaker.config().toBuilder().cooldown(cooldown).build());
    client.goDown();
    failTimes(eager, 5);
    assertThat(eager.snapshot().retryAfter()).contains(Duration.ofSeconds(1));
    time.advance(Duration.ofSeconds(1));
    failTimes(eager, 1);
    assertThat(eager.snapshot().retryAfter()).contains(Duration.ofSeconds(5));
  }

  // docs: breaker-test
  @Test
  void itProbesAfterTheCooldownAndCloses() throws IOException {
    ManualTimeSource time = new ManualTimeSource();
    CircuitBreaker breaker = CircuitBreaker.builder("inventory")
        .tripWhen(TripRule.consecutiveFailures(3))
        .cooldown(Backoff.fixed(Duration.ofSeconds(10)))
        .recovery(Recovery.consecutive(1))
        .timeSource(time)
        .build();

    client.goDown();
    for (int i = 0; i < 3; i++) {
      assertThatIOException().isThrownBy(() -> breaker.call(() -> client.get("sku-42")));
    }
    assertThatThrownBy(() -> breaker.call(() -> client.get("sku-42")))
        .isInstanceOf(CircuitOpenException.class);

    client.comeBack();
    time.advance(Duration.ofSeconds(10));
    assertThat(breaker.call(() -> client.get("sku-42"))).isEqualTo("7 of sku-42");
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
  }
  // end

  private void failTimes(CircuitBreaker guarding, int times) {
    for (int i = 0; i < times; i++) {
      assertThatIOException().isThrownBy(() -> guarding.run(() -> client.get("sku-42")));
    }
  }
}
