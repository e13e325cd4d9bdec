package dev.recloser.endpoint;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Why a call has found no endpoint, and when another may find one. */
final class Shortage {
  private Shortage() {}

  static <E> NoEndpointException of(
      String pool, List<Member<E>> members, long now, TimeSource time) {
    OptionalLong wait =
        LongStream.concat(breakerWaits(members), ejectionWaits(members, now)).min();
    return new NoEndpointException(
        pool,
        reason(members),
        wait.isPresent() ? new NoEndpointException.Return(time, now, wait.getAsLong()) : null);
  }

  private static <E> String reason(List<Member<E>> members) {
    if (members.isEmpty()) {
      return "it is empty";
    }
    long out = members.stream().filter(member -> !member.inRotation()).count();
    return "of " + members.size() + " endpoints " + out + " are ejected or unhealthy, "
        + (members.size() - out) + " refused by their circuit breakers";
  }

  private static <E> LongStream breakerWaits(List<Member<E>> members) {
    return members.stream()
        .filter(Member::inRotation)
        .map(Member::breaker)
        .flatMap(Stream::ofNullable)
        .map(Shortage::wait)
        .flatMap(Optional::stream)
        .mapToLong(TimeSource::saturatedNanos);
  }

  private static Optional<Duration> wait(CircuitBreaker breaker) {
    return breaker.admits() ? Optional.of(Duration.ZERO) : breaker.snapshot().retryAfter();
  }

  private static <E> LongStream ejectionWaits(List<Member<E>> members, long now) {
    return members.stream()
        .filter(Member::healthy)
        .map(Member::standing)
        .filter(Standing::ejected)
        .mapToLong(standing -> Math.max(0, standing.leftNanos(now)));
  }
}
