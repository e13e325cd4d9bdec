package dev.recloser.registry;

import dev.recloser.bulkhead.Bulkhead;
import dev.recloser.bulkhead.BulkheadConfig;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreakerConfig;
import dev.recloser.ratelimiter.RateLimiter;
import dev.recloser.ratelimiter.RateLimiterConfig;
import dev.recloser.retry.Retry;
import dev.recloser.retry.RetryConfig;
import java.util.function.Consumer;

/**
 * Puts settings made before in place of those of a builder. Compared by value, so that the same config may be named twice.
 *
 * @param <B> the builder
 */
sealed interface Replacement<B> extends Consumer<B> {

  record OfBreaker(CircuitBreakerConfig config) implements Replacement<CircuitBreaker.Builder> {

    @Override
    public void accept(CircuitBreaker.Builder builder) {
      builder.config(config);
    }
  }

  record OfRetry(RetryConfig config) implements Replacement<Retry.Builder> {

    @Override
    public void accept(Retry.Builder builder) {
      builder.config(config);
    }
  }

  record OfBulkhead(BulkheadConfig config) implements Replacement<Bulkhead.Builder> {

    @Override
    public void accept(Bulkhead.Builder builder) {
      builder.config(config);
    }
  }

  record OfRateLimiter(RateLimiterConfig config) implements Replacement<RateLimiter.Builder> {

    @Override
    public void accept(RateLimiter.Builder builder) {
      builder.config(config);
    }
  }
}
