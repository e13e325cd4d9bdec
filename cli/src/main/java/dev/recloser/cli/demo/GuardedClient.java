package dev.recloser.cli.demo;

import dev.recloser.Backoff;
import dev.recloser.Pipeline;
import dev.recloser.ResilienceException;
import dev.recloser.bulkhead.Bulkhead;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.Recovery;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.ratelimiter.RateLimiter;
import dev.recloser.retry.Retry;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Calls the service through the policies of the standard pipeline, in its order; the numbers suit an outage of seconds.
 */
record GuardedClient(Connection connection, Pipeline pipeline, CircuitBreaker breaker)
    implements Client {
  static final Duration COOLDOWN = Duration.ofSeconds(1);
  private static final Duration TOTAL = Duration.ofSeconds(3);
  private static final Duration ATTEMPT = Duration.ofSeconds(1);
  private static final int CALLS_PER_SECOND = 1_000;
  private static final int MOST_AT_ONCE = 100;
  private static final int WARM_UP_CALLS = 20_000;
  private static final Duration SLOW = Duration.ofMillis(200);

  static GuardedClient of(String name, Connection connection) {
    CircuitBreaker breaker = CircuitBreaker.builder(name)
        .tripWhen(
            TripRule.failureRate(0.5).overCalls(10).minimumCalls(5),
            TripRule.slowCallRate(0.5, SLOW).overCalls(10).minimumCalls(5))
        .cooldown(Backoff.fixed(COOLDOWN))
        .recovery(Recovery.probes(3))
        .build();
    Pipeline pipeline = Pipeline.builder(name)
        .timeout(TOTAL)
        .retry(Retry.ofDefaults(name))
        .circuitBreaker(breaker)
        .rateLimiter(RateLimiter.bursty(name, CALLS_PER_SECOND, Duration.ofSeconds(1)))
        .timeout(ATTEMPT)
        .bulkhead(Bulkhead.of(name, MOST_AT_ONCE))
        .build();
    return new GuardedClient(connection, pipeline, breaker);
  }

  /**
   * Rejects many calls on a breaker of its own, so that the demo measures code as warm as it is in
   * a program that has run for a while.
   */
  static void warmUp(Connection connection) throws InterruptedException {
    GuardedClient client = of("warm-up", connection);
    client.breaker.forceOpen();
    for (int i = 0; i < WARM_UP_CALLS; i++) {
      client.call();
    }
  }

  @Override
  public Result call() throws InterruptedException {
    AtomicInteger attempts = new AtomicInteger();
    try {
      pipeline.run(() -> attempt(attempts));
      return Result.ANSWERED;
    } catch (IOException | ResilienceException e) {
      return attempts.get() == 0 ? Result.REJECTED : Result.FAILED;
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private void attempt(AtomicInteger attempts) throws IOException, InterruptedException {
    attempts.incrementAndGet();
    connection.send();
  }
}
