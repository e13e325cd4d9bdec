package dev.recloser.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerSnapshot;
import dev.recloser.circuitbreaker.Permit;
import dev.recloser.endpoint.EndpointSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StandingTest {

  @Test
  void tellsWhatKeepsCallsAway() {
    assertThat(standing(State.CLOSED, 1)).isEqualTo(Standing.OK);
    assertThat(standing(State.CLOSED, 0.1)).isEqualTo(Standing.STARTING);
    assertThat(standing(State.HALF_OPEN, 0.1)).isEqualTo(Standing.HALF_OPEN);
    assertThat(standing(State.OPEN, 1)).isEqualTo(Standing.OPEN);
  }

  @Test
  void ejectionComesFirst() {
    EndpointSnapshot<String> ejected = new EndpointSnapshot<>(
        "a",
        0,
        Optional.empty(),
        Optional.of(Instant.EPOCH),
        true,
        Optional.of(reading(State.OPEN)),
        0,
        0,
        1);

    assertThat(Standing.of(ejected)).isEqualTo(Standing.EJECTED);
  }

  private static Standing standing(State breaker, double weight) {
    return Standing.of(new EndpointSnapshot<>(
        "a",
        0,
        Optional.empty(),
        Optional.empty(),
        true,
        Optional.of(reading(breaker)),
        0,
        0,
        weight));
  }

  private static CircuitBreakerSnapshot reading(State state) {
    CircuitBreaker breaker = CircuitBreaker.ofConsecutiveFailures("a", 1, Duration.ofNanos(1));
    if (state != State.CLOSED) {
      breaker.trip(state == State.OPEN ? Duration.ofHours(1) : Duration.ofNanos(1), "test");
    }
    if (state == State.HALF_OPEN) {
      while (!breaker.admits()) {
        Thread.onSpinWait();
      }
      Permit probe = breaker.acquire();
      assertThat(probe).isNotNull();
    }
    assertThat(breaker.state()).isEqualTo(state);
    return breaker.snapshot();
  }
}
