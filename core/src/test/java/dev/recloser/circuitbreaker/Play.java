package dev.recloser.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A breaker on manual time, and calls written as letters: {@code S} succeeds, {@code F} fails, {@code X} is ignored, {@code R}
 * must be rejected.
 */
final class Play {
  static final Duration COOLDOWN = Duration.ofSeconds(10);

  final ManualTimeSource time = new ManualTimeSource();
  final CircuitBreaker breaker;
  final List<CircuitBreakerEvent> events = new ArrayList<>();

  private Play(UnaryOperator<CircuitBreaker.Builder> settings) {
    breaker = settings.apply(defaults()).timeSource(time).build();
    breaker.onEvent(events::add);
  }

  /** Returns a breaker that trips on half of four calls, cools down for ten seconds and then takes two probes. */
  static Play small() {
    return with(settings -> settings);
  }

  static Play with(UnaryOperator<CircuitBreaker.Builder> settings) {
    return new Play(settings);
  }

  private static CircuitBreaker.Builder defaults() {
    return CircuitBreaker.builder("test")
        .tripWhen(TripRule.failureRate(0.5).overCalls(4).minimumCalls(4))
        .cooldown(Backoff.fixed(COOLDOWN))
        .recovery(Recovery.probes(2));
  }

  Play calls(String letters) {
    for (char letter : letters.replace(" ", "").toCharArray()) {
      call(letter);
    }
    return this;
  }

  private void call(char letter) {
    if (letter == 'R') {
      assertThat(breaker.tryAcquire())
          .as("a call that should be rejected, in state " + breaker.state())
          .isEmpty();
      return;
    }
    Permit permit = breaker.acquire();
    switch (letter) {
      case 'S' -> permit.succeeded();
      case 'F' -> permit.failed(new IOException("down"));
      case 'X' -> permit.failed(new AssertionError("ignored by default"));
      default -> throw new IllegalArgumentException("no such call: " + letter);
    }
  }

  Play advance(Duration duration) {
    time.advance(duration);
    return this;
  }

  Play advanceMillis(long millis) {
    return advance(Duration.ofMillis(millis));
  }

  Play is(State state) {
    assertThat(breaker.state()).isEqualTo(state);
    return this;
  }

  /** Trips by failures, from closed. */
  Play trip() {
    return calls("FFFF").is(State.OPEN);
  }

  /** Opens by failures and waits for the cooldown; the next call is a probe. */
  Play cooledDown() {
    return trip().advance(COOLDOWN);
  }

  /** Opens, waits, and gets half-open with no slot taken. */
  Play halfOpen() {
    cooledDown();
    breaker.acquire().released();
    return is(State.HALF_OPEN);
  }

  /** Lets a healthy dependency be called, for a while, and asserts that the breaker closes. */
  void recovers() {
    for (int i = 0; i < 1000 && breaker.state() != State.CLOSED; i++) {
      if (breaker.callOrElse(() -> true, rejection -> false)) {
        continue;
      }
      time.advance(Duration.ofSeconds(30));
    }
    is(State.CLOSED);
  }

  <V extends CircuitBreakerEvent> List<V> events(Class<V> type) {
    return events.stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** Returns the states that the breaker has moved to, in order. */
  List<State> path() {
    return events(CircuitBreakerEvent.Transition.class).stream()
        .map(CircuitBreakerEvent.Transition::to)
        .toList();
  }
}
