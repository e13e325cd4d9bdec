package dev.recloser.circuitbreaker;

import static dev.recloser.Allocations.assertNone;
import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.Backoff;
import dev.recloser.CheckedRunnable;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a call costs the garbage collector: nothing. */
class AllocationTest {
  private final IOException failure = new IOException("down");

  private int value = 42;
  private int calls;

  @Test
  void aHealthyClosedBreakerAllocatesNothing() {
    CircuitBreaker breaker = CircuitBreaker.ofDefaults("b");
    assertNone(() -> value += breaker.call(() -> 1));
  }

  @Test
  void aClosedBreakerWithSomeFailuresAllocatesNothing() {
    CircuitBreaker breaker = CircuitBreaker.ofDefaults("b");
    CheckedRunnable<IOException> task = this::failOneInTen;
    assertNone(() -> {
      try {
        breaker.run(task);
      } catch (IOException e) {
        value--;
      }
    });
  }

  @Test
  void aTimeWindowWithSomeFailuresAllocatesNothingWithinASlice() {
    CircuitBreaker breaker = CircuitBreaker.builder("b")
        .tripWhen(TripRule.failureRate(0.5).over(Duration.ofHours(1)))
        .build();
    CheckedRunnable<IOException> task = this::failOneInTen;
    assertNone(() -> {
      try {
        breaker.run(task);
      } catch (IOException e) {
        value--;
      }
    });
  }

  @Test
  void anOpenBreakerAllocatesNothingForAnException() {
    CircuitBreaker breaker = open();
    assertNone(() -> {
      try {
        value += breaker.call(() -> 1);
      } catch (CircuitOpenException e) {
        value--;
      }
    });
    assertThat(breaker.state()).isEqualTo(CircuitBreaker.State.OPEN);
  }

  @Test
  void anOpenBreakerAllocatesNothingForAFallback() {
    CircuitBreaker breaker = open();
    assertNone(() -> value += breaker.callOrElse(() -> 1, rejection -> 2));
  }

  @Test
  void anOpenBreakerAllocatesNothingForAnEmptyPermit() {
    CircuitBreaker breaker = open();
    assertNone(() -> value += breaker.tryAcquire().isPresent() ? 1 : 0);
  }

  private void failOneInTen() throws IOException {
    if (calls++ % 10 == 0) {
      throw failure;
    }
  }

  private CircuitBreaker open() {
    CircuitBreaker breaker = CircuitBreaker.builder("b")
        .tripWhen(TripRule.consecutiveFailures(1))
        .cooldown(Backoff.fixed(Duration.ofHours(1)))
        .build();
    breaker.acquire().failed(failure);
    return breaker;
  }
}
