package dev.recloser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitOpenException;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.retry.Retry;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a retry and a breaker around one another see of a failing task. */
class RetryAroundBreakerTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final Retry retry =
      Retry.builder("inventory").backoff(Backoff.none()).timeSource(time).build();
  private final CircuitBreaker breaker = breakerOf(10);
  private final IOException failure = new IOException();
  private int runs;

  // C82 a
  @Test
  void aBreakerInsideSeesEachAttempt() {
    assertThat(catchThrowable(() -> retry.call(() -> breaker.call(this::fail)))).isSameAs(failure);

    assertThat(runs).isEqualTo(3);
    assertThat(breaker.snapshot().rules().get(0).calls()).isEqualTo(3);
  }

  // C82 b
  @Test
  void aBreakerOutsideSeesOneCall() {
    assertThat(catchThrowable(() -> breaker.call(() -> retry.call(this::fail)))).isSameAs(failure);

    assertThat(runs).isEqualTo(3);
    assertThat(breaker.snapshot().rules().get(0).calls()).isEqualTo(1);
  }

  // C82 c
  @Test
  void anOpenBreakerInsideRefusesOnceAndIsNotTriedAgain() {
    breaker.trip(Duration.ofMinutes(1), "deploy");

    assertThat(catchThrowable(() -> retry.call(() -> breaker.call(this::fail))))
        .isInstanceOf(CircuitOpenException.class)
        .hasNoSuppressedExceptions();
    assertThat(runs).isZero();
    assertThat(retry.budget().available()).isEqualTo(100);
  }

  @Test
  void aBreakerThatTripsMeanwhileRefusesWithTheFailuresThatTrippedIt() {
    CircuitBreaker touchy = breakerOf(2);

    Throwable thrown = catchThrowable(() -> retry.call(() -> touchy.call(this::fail)));

    assertThat(runs).isEqualTo(2);
    assertThat(thrown).isInstanceOf(CircuitOpenException.class);
    assertThat(thrown.getSuppressed()).containsExactly(failure);
    Throwable shared = catchThrowable(() -> touchy.call(this::fail));
    assertThat(shared).isNotSameAs(thrown).hasNoSuppressedExceptions();
  }

  @Test
  void aRetryThatNamesRefusalsWaitsAsLongAsTheBreakerSays() throws Exception {
    Retry patient = Retry.builder("inventory")
        .retryOn(CircuitOpenException.class)
        .backoff(Backoff.fixed(Duration.ofMillis(1)))
        .timeSource(time)
        .build();
    breaker.trip(Duration.ofSeconds(20), "deploy");

    assertThat(patient.call(() -> breaker.call(() -> "value"))).isEqualTo("value");
    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(20));
  }

  private CircuitBreaker breakerOf(int failures) {
    return CircuitBreaker.builder("inventory")
        .tripWhen(TripRule.failureRate(1).overCalls(10).minimumCalls(failures))
        .timeSource(time)
        .build();
  }

  private String fail() throws IOException {
    runs++;
    throw failure;
  }
}
