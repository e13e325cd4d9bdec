package dev.recloser.registry;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreakerSnapshot;
import dev.recloser.registry.RegistryEvent.Reason;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.Optional;

/**
 * Which keyed breakers may go: see docs/decisions/09-room-for-keys.md.
 *
 * @param idle for how long one must not have been used to be dropped in any case
 * @param recent for how long, to be dropped for want of room
 * @param forget for how long, to be dropped although it has something to remember
 * @param grain by how much a use may be older than it is noted
 */
record Retention(long idle, long recent, long forget, long grain) {
  static final long NEVER = Long.MAX_VALUE;
  private static final long LONGEST = Long.MAX_VALUE / 4;

  static Retention of(Duration idle, Duration recent, Optional<Duration> forget) {
    long idleNanos = nanos(idle);
    long recentNanos = Math.min(nanos(recent), idleNanos);
    return new Retention(
        idleNanos, recentNanos, forget.map(Retention::nanos).orElse(NEVER), recentNanos / 8);
  }

  /**
   * Returns why the breaker may go; empty if it must stay.
   *
   * @param unused how long ago its last use was noted
   * @param full whether it is to make room
   */
  Optional<Reason> judge(CircuitBreaker breaker, long unused, boolean full) {
    // A use within the grain after the noted one is not noted.
    long certain = unused - grain;
    if (certain < (full ? recent : idle)) {
      return Optional.empty();
    }
    CircuitBreakerSnapshot snapshot = breaker.snapshot();
    if (isHealthy(snapshot)) {
      return Optional.of(certain < idle ? Reason.FULL : Reason.IDLE);
    }
    return certain >= forget && isLeftToItself(snapshot)
        ? Optional.of(Reason.FORGOTTEN)
        : Optional.empty();
  }

  private static boolean isHealthy(CircuitBreakerSnapshot snapshot) {
    return snapshot.state() == CircuitBreaker.State.CLOSED
        && snapshot.rules().stream().allMatch(rule -> rule.bad() == 0);
  }

  /** Returns whether no hand has set its state. */
  private static boolean isLeftToItself(CircuitBreakerSnapshot snapshot) {
    return switch (snapshot.state()) {
      case CLOSED, OPEN, HALF_OPEN -> true;
      case FORCED_OPEN, DISABLED, METRICS_ONLY -> false;
    };
  }

  /** Not so long that sums and differences of two of them could overflow. */
  private static long nanos(Duration duration) {
    return Math.min(TimeSource.saturatedNanos(duration), LONGEST);
  }
}
