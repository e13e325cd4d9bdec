package dev.recloser.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.recloser.Backoff;
import dev.recloser.CheckedRunnable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a call costs the garbage collector: nothing. */
class AllocationTest {
  private static final int CALLS = 1_000_000;
  private final IOException failure = new IOException("down");

  private int value = 42;
  private int calls;

  @Test
  void aHealthyClosedBreakerAllocatesNothing() {
    CircuitBreaker breaker = CircuitBreaker.ofDefaults("b");
    assertNoAllocation(() -> value += breaker.call(() -> 1));
  }

  @Test
  void aClosedBreakerWithSomeFailuresAllocatesNothing() {
    CircuitBreaker breaker = CircuitBreaker.ofDefaults("b");
    CheckedRunnable<IOException> task = this::failOneInTen;
    assertNoAllocation(() -> {
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
    assertNoAllocation(() -> {
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
    assertNoAllocation(() -> value += breaker.callOrElse(() -> 1, rejection -> 2));
  }

  @Test
  void anOpenBreakerAllocatesNothingForAnEmptyPermit() {
    CircuitBreaker breaker = open();
    assertNoAllocation(() -> value += breaker.tryAcquire().isPresent() ? 1 : 0);
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

  /** The whole budget allows one byte in a thousand calls, for what the JVM itself may do meanwhile. */
  private static void assertNoAllocation(Runnable call) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 3; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < CALLS; i++) {
        call.run();
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(least).isLessThan(CALLS / 1000);
  }
}
