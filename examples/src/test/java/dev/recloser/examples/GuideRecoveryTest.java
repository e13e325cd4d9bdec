package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerSnapshot;
import dev.recloser.circuitbreaker.CircuitOpenException;
import dev.recloser.circuitbreaker.Recovery;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** The guide to the circuit breaker: how it comes back. */
class GuideRecoveryTest {
  private static final Duration COOLDOWN = Duration.ofSeconds(10);

  private final ManualTimeSource time = new ManualTimeSource();
  private final Health client = new Health();

  /** A service that says how it is. */
  private static final class Health {
    private boolean well;
    private int asked;

    CompletionStage<Boolean> isHealthy() {
      asked++;
      return CompletableFuture.completedFuture(well);
    }
  }

  @Test
  void aRampLetsMoreAndMoreCallsPass() {
    CircuitBreaker breaker = breaker(
        // docs: breaker-ramp-up
        Recovery.probes(5).rampUp(Duration.ofSeconds(30), 0.1) // a tenth at first, all after 30 s
        // end
        );
    breaker.trip(COOLDOWN, "test");
    time.advance(COOLDOWN);
    for (int i = 0; i < 3; i++) {
      breaker.run(() -> {});
    }

    assertThat(passing(breaker)).isBetween(5, 15);
    time.advance(Duration.ofSeconds(15));
    assertThat(passing(breaker)).isBetween(50, 60);
    time.advance(Duration.ofSeconds(15));
    assertThat(passing(breaker)).isEqualTo(100);
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
  }

  private static int passing(CircuitBreaker breaker) {
    int passed = 0;
    for (int i = 0; i < 100; i++) {
      passed += breaker.callOrElse(() -> 1, rejection -> 0);
    }
    return passed;
  }

  @Test
  void aHealthCheckDecidesInsteadOfLiveCalls() {
    CircuitBreaker breaker = breaker(
        // docs: breaker-health-check
        Recovery.healthCheck(() -> client.isHealthy()) // a CompletionStage<Boolean>
        // end
        );
    breaker.trip(COOLDOWN, "test");
    time.advance(COOLDOWN);
    assertThat(client.asked).isEqualTo(1);
    assertThatThrownBy(() -> breaker.run(() -> {})).isInstanceOf(CircuitOpenException.class);

    client.well = true;
    time.advance(Duration.ofMinutes(1));
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
  }

  @Test
  void aRestartedProgramGoesOnWhereItWas() {
    CircuitBreaker breaker = breaker(Recovery.probes(5));
    breaker.trip(COOLDOWN, "down");
    // docs: breaker-restore
    CircuitBreakerSnapshot before = breaker.snapshot(); // kept over a restart, or sent to a twin
    CircuitBreaker after = CircuitBreaker.of("inventory", breaker.config());
    after.restore(before);
    // end
    assertThat(after.state()).isEqualTo(State.OPEN);
    time.advance(COOLDOWN);
    assertThat(after.admits()).isTrue();
  }

  private CircuitBreaker breaker(Recovery recovery) {
    return CircuitBreaker.builder("inventory")
        .recovery(recovery)
        .timeSource(time)
        .build();
  }
}
