package dev.recloser;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.recloser.bulkhead.Bulkhead;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.ratelimiter.RateLimiter;
import dev.recloser.retry.Retry;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a call through a pipeline costs the garbage collector. */
class PipelineAllocationTest {
  private static final int CALLS = 1_000_000;

  @Test
  void aPipelineWithoutTimeoutsAllocatesNothing() {
    Pipeline pipeline = Pipeline.builder("p")
        .retry(Retry.ofDefaults("p"))
        .circuitBreaker(CircuitBreaker.ofDefaults("p"))
        .rateLimiter(RateLimiter.bursty("p", 1_000_000_000, Duration.ofSeconds(1)))
        .bulkhead(Bulkhead.of("p", 10))
        .build();
    assertThat(bytesFor(pipeline)).isLessThan(CALLS / 1000);
  }

  /** A timeout has a deadline, a call that carries it, and a timer: objects of the JDK's scheduler among them. */
  @Test
  void theStandardPipelineAllocatesForItsTimeoutsAlone() {
    assertThat(bytesFor(Pipeline.builder("p").timeout(Duration.ofSeconds(10)).build()) / CALLS)
        .isBetween(1L, 600L);
  }

  private static long bytesFor(Pipeline pipeline) {
    CheckedSupplier<Integer, RuntimeException> task = () -> 1;
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    long sum = 0;
    for (int round = 0; round < 3; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < CALLS; i++) {
        sum += pipeline.call(task);
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(sum).isEqualTo(3L * CALLS);
    return least;
  }
}
