package dev.recloser;

import dev.recloser.bulkhead.Bulkhead;
import dev.recloser.bulkhead.BulkheadConfig;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreakerConfig;
import dev.recloser.circuitbreaker.Recovery;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.ratelimiter.RateLimiter;
import dev.recloser.ratelimiter.RateLimiterConfig;
import dev.recloser.retry.Retry;
import dev.recloser.time.ManualTimeSource;
import dev.recloser.timeout.Timeout;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A pipeline of random policies in random order, with random settings and with callbacks that throw. */
final class RandomPolicies {
  final ManualTimeSource time = new ManualTimeSource();
  final @Nullable CircuitBreaker breaker;
  final @Nullable Bulkhead bulkhead;
  final @Nullable RateLimiter limiter;
  final Pipeline pipeline;
  final boolean withFallback;

  /** Whether an open breaker has a timer; the same after a reconfiguration, which leaves such a timer alone. */
  final boolean eager;

  private final Random random;
  private final Faults faults;

  RandomPolicies(Random random, Faults faults) {
    this.random = random;
    this.faults = faults;
    this.eager = random.nextInt(4) == 0;
    this.breaker = random.nextInt(3) > 0 ? breaker() : null;
    this.bulkhead = random.nextInt(3) > 0 ? bulkhead() : null;
    this.limiter = random.nextBoolean() ? limiter() : null;
    this.withFallback = random.nextInt(4) == 0;
    this.pipeline = build();
  }

  /** Returns how long a call may take as a whole, if the outermost policy is what limits it. */
  @Nullable
  Duration total() {
    List<Policy> policies = pipeline.policies();
    return !policies.isEmpty() && policies.get(0) instanceof Timeout total
        ? total.fixedLimit().orElse(null)
        : null;
  }

  private Pipeline build() {
    List<Policy> inner = new ArrayList<>();
    Collections.addAll(inner, breaker, bulkhead, limiter);
    inner.removeIf(policy -> policy == null);
    if (random.nextInt(3) > 0) {
      inner.add(retry());
    }
    if (random.nextInt(3) == 0) {
      inner.add(new Meddler("meddler", random, faults));
    }
    if (random.nextBoolean()) {
      inner.add(attemptTimeout());
    }
    Collections.shuffle(inner, random);
    Pipeline.Builder builder = Pipeline.builder("p").timeSource(time);
    if (random.nextBoolean()) {
      builder.policy(timeout("total", Duration.ofMillis(100 + random.nextInt(300))));
    }
    inner.forEach(builder::policy);
    return builder.build();
  }

  private Timeout timeout(String name, Duration limit) {
    Timeout timeout = Timeout.builder(name).limit(limit).timeSource(time).build();
    if (throwingListener()) {
      timeout.onEvent(event -> faults.maybe());
    }
    return timeout;
  }

  private Timeout attemptTimeout() {
    if (random.nextBoolean()) {
      return timeout("attempt", millis(1, 90));
    }
    return Timeout.builder("attempt")
        .limit(
            call -> {
              faults.maybe();
              return millis(0, 150);
            },
            Duration.ofMillis(50))
        .timeSource(time)
        .build();
  }

  private Retry retry() {
    Retry.Builder builder = Retry.builder("retry")
        .maxAttempts(1 + random.nextInt(4))
        .backoff(random.nextInt(4) == 0 ? Backoff.none() : backoff())
        .random(random)
        .timeSource(time);
    if (random.nextBoolean()) {
      builder.budget(
          RetryBudget.builder().capacity(1 + random.nextInt(3)).timeSource(time).build());
    }
    if (random.nextInt(3) == 0) {
      builder.retryOn(failure -> {
        faults.maybe();
        return random.nextInt(3) > 0;
      });
    }
    if (random.nextInt(4) == 0) {
      builder.retryOnResult(result -> {
        faults.maybe();
        return !faults.stopped() && random.nextInt(3) == 0;
      });
    }
    if (random.nextInt(4) == 0) {
      builder.maxDuration(millis(1, 200));
    }
    Retry retry = builder.build();
    if (throwingListener()) {
      retry.onEvent(event -> faults.maybe());
    }
    return retry;
  }

  private Backoff backoff() {
    return switch (random.nextInt(3)) {
      case 0 -> Backoff.fixed(millis(1, 100)).withJitter(0.2);
      case 1 -> Backoff.exponential(millis(1, 20), 2, Duration.ofMillis(100)).withFullJitter();
      default ->
        (attempt, previous, numbers) -> {
          faults.maybe();
          return millis(faults.stopped() ? 0 : -3, 50);
        };
    };
  }

  private CircuitBreaker breaker() {
    CircuitBreaker made = CircuitBreaker.of("breaker", breakerConfig());
    if (throwingListener()) {
      made.onEvent(event -> faults.maybe());
    }
    return made;
  }

  CircuitBreakerConfig breakerConfig() {
    CircuitBreakerConfig.Builder builder = CircuitBreakerConfig.builder()
        .tripWhen(rule())
        .cooldown(backoff())
        .recovery(recovery())
        .eagerHalfOpen(eager)
        .random(random)
        .timeSource(time);
    if (random.nextInt(3) == 0) {
      builder.ignore(IOException.class);
    }
    if (random.nextInt(4) == 0) {
      builder.failOn(failure -> {
        faults.maybe();
        return random.nextBoolean();
      });
    }
    if (random.nextInt(4) == 0) {
      builder.failOnResult(result -> {
        faults.maybe();
        return !faults.stopped() && random.nextInt(4) == 0;
      });
    }
    return builder.build();
  }

  private TripRule rule() {
    return switch (random.nextInt(4)) {
      case 0 -> TripRule.failureRate(0.5).overCalls(4).minimumCalls(2);
      case 1 -> TripRule.failureRate(0.5).over(Duration.ofMillis(200)).minimumCalls(2);
      case 2 -> TripRule.slowCallRate(0.5, millis(1, 50)).overCalls(4).minimumCalls(2);
      default -> TripRule.consecutiveFailures(1 + random.nextInt(3));
    };
  }

  private Recovery recovery() {
    Recovery recovery = random.nextBoolean()
        ? Recovery.consecutive(1 + random.nextInt(2))
        : Recovery.probes(2 + random.nextInt(2)).failureRate(0.6);
    switch (random.nextInt(3)) {
      case 0 -> recovery = recovery.lease(millis(1, 200));
      case 1 -> recovery = recovery.lease(Duration.ofDays(365));
      default -> {}
    }
    return random.nextInt(4) == 0 ? recovery.rampUp(millis(1, 200), 0.5) : recovery;
  }

  private Bulkhead bulkhead() {
    Bulkhead made = Bulkhead.of("bulkhead", bulkheadConfig());
    if (throwingListener()) {
      made.onEvent(event -> faults.maybe());
    }
    return made;
  }

  BulkheadConfig bulkheadConfig() {
    BulkheadConfig.Builder builder =
        BulkheadConfig.builder().maxConcurrent(1 + random.nextInt(3)).timeSource(time);
    if (random.nextInt(3) > 0) {
      builder.queue(1 + random.nextInt(3)).maxWait(millis(1, 200));
    }
    return builder.build();
  }

  private RateLimiter limiter() {
    RateLimiter made = RateLimiter.of("limiter", limiterConfig());
    if (throwingListener()) {
      made.onEvent(event -> faults.maybe());
    }
    return made;
  }

  RateLimiterConfig limiterConfig() {
    return RateLimiterConfig.builder()
        .rate(1 + random.nextInt(5), millis(1, 200))
        .burst(1 + random.nextInt(3))
        .maxWait(random.nextBoolean() ? Duration.ZERO : millis(1, 200))
        .timeSource(time)
        .build();
  }

  private boolean throwingListener() {
    return random.nextInt(4) == 0;
  }

  private Duration millis(int least, int most) {
    return Duration.ofMillis(least + random.nextInt(most - least + 1));
  }
}
