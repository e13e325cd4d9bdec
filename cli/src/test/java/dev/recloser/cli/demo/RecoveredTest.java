package dev.recloser.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RecoveredTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final Recovered recovered = new Recovered(time);

  @Test
  void measuresFromTheReturnToTheFirstClosing() {
    recovered.closed();
    recovered.serviceIsBack(State.OPEN);
    time.advance(Duration.ofMillis(820));
    recovered.closed();
    time.advance(Duration.ofMillis(500));
    recovered.closed();

    assertThat(recovered.sentence())
        .isEqualTo("The breaker closed 820 ms after the service was back; its cooldown is 1 s.");
  }

  @Test
  void saysSoIfItNeverClosed() {
    recovered.serviceIsBack(State.HALF_OPEN);

    assertThat(recovered.sentence()).isEqualTo("The breaker did not close again before the end.");
  }

  @Test
  void saysSoIfItWasClosedAlready() {
    recovered.serviceIsBack(State.CLOSED);

    assertThat(recovered.sentence()).isEqualTo("The breaker was closed when the service was back.");
  }
}
