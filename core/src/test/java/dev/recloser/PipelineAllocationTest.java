package dev.recloser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.bulkhead.Bulkhead;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.ratelimiter.RateLimiter;
import dev.recloser.retry.Retry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a call through a pipeline costs the garbage collector. */
class PipelineAllocationTest {

  @Test
  void theStandardPipelineWithoutTimeoutsAllocatesNothing() {
    Pipeline pipeline = Pipeline.builder("p")
        .retry(Retry.ofDefaults("p"))
        .circuitBreaker(CircuitBreaker.ofDefaults("p"))
        .rateLimiter(RateLimiter.bursty("p", 1_000_000_000, Duration.ofSeconds(1)))
        .bulkhead(Bulkhead.of("p", 10))
        .build();
    Allocations.assertNone(() -> pipeline.call(() -> 1));
  }

  /** A timeout has a deadline, a call that carries it, an object that interrupts, and a timer: 168 bytes in all on JDK 17. */
  @Test
  void aTimeoutAllocatesWhatItsTimerNeeds() {
    Pipeline pipeline = Pipeline.builder("p").timeout(Duration.ofSeconds(10)).build();
    assertThat(Allocations.bytes(() -> pipeline.call(() -> 1))).isBetween(1L, 250L);
  }
}
