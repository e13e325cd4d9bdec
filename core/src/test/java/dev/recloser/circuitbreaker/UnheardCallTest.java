package dev.recloser.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Calls that nobody listens to, and of which only counts whether they threw, take a path of their own. */
class UnheardCallTest {
  private final CircuitBreaker breaker = CircuitBreaker.builder("unheard")
      .tripWhen(TripRule.failureRate(0.5).overCalls(2).minimumCalls(2))
      .build();

  @Test
  void aSuccessThatCompletesTheMinimumTrips() {
    fail();
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
    assertThat(breaker.<String, RuntimeException>call(() -> "answer")).isEqualTo("answer");
    assertThat(breaker.state()).isEqualTo(State.OPEN);
  }

  @Test
  void aSuccessIsRecorded() {
    breaker.call(() -> true);
    breaker.call(() -> true);
    fail();
    assertThat(breaker.snapshot().rules().get(0).calls()).isEqualTo(2);
  }

  @Test
  void aSuccessThatOutlivesItsEpochIsAStragglerAndIsNotRecorded() {
    breaker.call(() -> {
      breaker.reset();
      return true;
    });
    assertThat(breaker.snapshot().stragglers()).isEqualTo(1);
    assertThat(breaker.snapshot().rules().get(0).calls()).isZero();
  }

  private void fail() {
    assertThatThrownBy(() -> breaker.call(() -> {
          throw new IOException("down");
        }))
        .isInstanceOf(IOException.class);
  }
}
