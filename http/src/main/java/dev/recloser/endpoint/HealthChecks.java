package dev.recloser.endpoint;

import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How the endpoints of a pool are checked.
 *
 * @param check asks an endpoint
 * @param interval how long between the end of a check and the next
 * @param timeout how long a check may take
 * @param unhealthyAfter how many bad checks in a row make an endpoint unhealthy
 * @param healthyAfter how many good ones make it healthy again
 * @param time what the checks run on
 * @param random what spreads them
 * @param <E> the endpoints
 */
record HealthChecks<E>(
    HealthCheck<? super E> check,
    Duration interval,
    Duration timeout,
    int unhealthyAfter,
    int healthyAfter,
    TimeSource time,
    RandomGenerator random) {

  /** Returns the wait before the first check of an endpoint, so that endpoints are not checked all at once. */
  Duration firstDelay() {
    return part(random.nextDouble());
  }

  /** Returns the wait before another check: the interval, give or take a tenth. */
  Duration nextDelay() {
    return part(0.9 + 0.2 * random.nextDouble());
  }

  private Duration part(double share) {
    return Duration.ofNanos((long) (TimeSource.saturatedNanos(interval) * share));
  }
}
