package dev.recloser;

import dev.recloser.bulkhead.Bulkhead;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.ratelimiter.RateLimiter;
import dev.recloser.retry.Retry;
import dev.recloser.time.TimeSource;
import dev.recloser.timeout.Timeout;
import java.time.Duration;

/** The pipeline that suits most. */
final class StandardPipeline {
  private StandardPipeline() {}

  static Pipeline of(String name, TimeSource time) {
    return Pipeline.builder(name)
        .timeout(timeout(name + ".total", Duration.ofSeconds(30), time))
        .retry(Retry.builder(name).timeSource(time).build())
        .circuitBreaker(CircuitBreaker.builder(name).timeSource(time).build())
        .rateLimiter(RateLimiter.builder(name)
            .rate(1_000, Duration.ofSeconds(1))
            .burst(1_000)
            .timeSource(time)
            .build())
        .timeout(timeout(name + ".attempt", Duration.ofSeconds(10), time))
        .bulkhead(Bulkhead.builder(name).maxConcurrent(100).timeSource(time).build())
        .build();
  }

  private static Timeout timeout(String name, Duration limit, TimeSource time) {
    return Timeout.builder(name).limit(limit).timeSource(time).build();
  }
}
