package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitOpenException;
import dev.recloser.circuitbreaker.Permit;
import dev.recloser.retry.Retry;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Document 000: what an attempt asks of the breaker, what it reports, and how retry drives both. */
class AttemptsThroughABreakerTest {
  private static final Duration COOLDOWN = Duration.ofSeconds(30);

  private final IOException down = new IOException("down");
  private final ManualTimeSource time = new ManualTimeSource();
  private final Dependency remote = new Dependency();
  private final CircuitBreaker breaker = Classic.breaker(5, COOLDOWN, time);
  private final Retry retry =
      Retry.builder("remote").maxAttempts(3).timeSource(time).build();

  @Test // S000-42
  void acquireReturnsWhenTheAttemptMayProceed() {
    try (Permit permit = breaker.acquire()) {
      permit.succeeded();
    }
    assertThat(breaker.snapshot().failures()).isZero();
  }

  @Test // S000-50: there the reports are calls on the breaker, here each belongs to its permit
  void aPermitSettlesOnce() {
    Permit permit = breaker.acquire();
    permit.failed(down);
    permit.failed(down);
    permit.succeeded();
    permit.close();

    assertThat(Classic.run(breaker)).isEqualTo(1);
    assertThat(breaker.snapshot().failures()).isEqualTo(1);
  }

  @Test // S000-51
  void askingForTheStateChangesNothing() {
    remote.play(breaker, "FFFFF");
    time.advance(COOLDOWN);
    for (int i = 0; i < 1000; i++) {
      assertThat(breaker.state()).isEqualTo(State.OPEN);
    }
    Permit probe = breaker.acquire();
    for (int i = 0; i < 1000; i++) {
      assertThat(breaker.state()).isEqualTo(State.HALF_OPEN);
    }
    assertThat(breaker.tryAcquire()).isEmpty();
    probe.succeeded();
  }

  @Test // S000-6, S000-7
  void theBreakerInsideIsConsultedOnEveryAttempt() {
    CircuitBreaker three = Classic.breaker(3, COOLDOWN, time);

    assertThatThrownBy(() -> retry.call(() -> three.call(remote::fail)))
        .isInstanceOf(IOException.class);
    assertThat(three.snapshot().failures()).isEqualTo(3);
    assertThat(three.state()).isEqualTo(State.OPEN);
  }

  @Test // S000-53
  void aCircuitThatOpensBetweenTwoAttemptsRejectsTheNext() {
    CircuitBreaker one = Classic.breaker(1, COOLDOWN, time);

    assertThatThrownBy(() -> retry.call(() -> one.call(remote::fail)))
        .isInstanceOf(CircuitOpenException.class)
        .satisfies(refusal ->
            assertThat(refusal.getSuppressed()).singleElement().isInstanceOf(IOException.class));
    assertThat(remote.calls()).isEqualTo(1);
  }
}
