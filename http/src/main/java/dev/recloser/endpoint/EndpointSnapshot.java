package dev.recloser.endpoint;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreakerSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A reading of one endpoint of a pool.
 *
 * @param endpoint the endpoint
 * @param inFlight how many of its leases are not settled
 * @param ewma the moving average of how long its calls take; empty before the first has ended
 * @param ejectedUntil when its ejection is over, by the wall clock; empty unless it is ejected
 * @param healthy whether its health checks pass; true if there are none
 * @param breaker the reading of its circuit breaker, which says why it is open; empty if it has none
 * @param calls how many calls it was chosen for
 * @param failures how many of them failed
 * @param weight the share of its turns that it takes: below 1 in a slow start
 * @param <E> the endpoints
 */
public record EndpointSnapshot<E>(
    E endpoint,
    int inFlight,
    Optional<Duration> ewma,
    Optional<Instant> ejectedUntil,
    boolean healthy,
    Optional<CircuitBreakerSnapshot> breaker,
    long calls,
    long failures,
    double weight) {

  static <E> EndpointSnapshot<E> of(Member<E> member, long now, Instant wallNow) {
    Standing standing = member.standing();
    Optional<Instant> until = standing.ejected()
        ? Optional.of(wallNow.plusNanos(Math.max(0, standing.leftNanos(now))))
        : Optional.empty();
    return new EndpointSnapshot<>(
        member.endpoint(),
        member.inFlight(),
        member.latency().nanos(now).stream()
            .mapToObj(nanos -> Duration.ofNanos((long) nanos))
            .findFirst(),
        until,
        member.healthy(),
        Optional.ofNullable(member.breaker()).map(CircuitBreaker::snapshot),
        member.calls(),
        member.failures(),
        member.warmup().share(now));
  }
}
