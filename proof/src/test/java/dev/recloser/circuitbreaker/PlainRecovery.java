package dev.recloser.circuitbreaker;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A recovery twice: as users set it, and in plain terms.
 *
 * @param real as users set it; null for health checks, which are those of a world
 * @param inARow whether probes run one at a time and must all succeed
 * @param probes how many must succeed, or are let through
 * @param failureRate the share of failed probes that reopens; null for that of the trip rules
 * @param lease how long a probe may hold its slot; null for the default
 * @param ramp how long a growing share of the calls passes; zero for not at all
 * @param initialShare the share that passes first
 */
record PlainRecovery(
    @Nullable Recovery real,
    boolean inARow,
    int probes,
    @Nullable Double failureRate,
    @Nullable Duration lease,
    Duration ramp,
    double initialShare) {
  private static final Duration SHORTEST_DEFAULT_LEASE = Duration.ofSeconds(60);

  /** As long as doubling makes any lease. */
  static final Duration LONG_LEASE = Duration.ofHours(1);

  static PlainRecovery successesInARow(int successes) {
    return new PlainRecovery(
        Recovery.consecutive(successes), true, successes, null, null, Duration.ZERO, 1);
  }

  static PlainRecovery probes(int probes) {
    return new PlainRecovery(Recovery.probes(probes), false, probes, null, null, Duration.ZERO, 1);
  }

  static PlainRecovery healthCheck(Duration lease) {
    return new PlainRecovery(null, true, 1, null, lease, Duration.ZERO, 1);
  }

  PlainRecovery leasedFor(Duration lease) {
    return with(known().lease(lease), failureRate, lease, ramp, initialShare);
  }

  PlainRecovery reopenedBy(double rate) {
    return with(known().failureRate(rate), rate, lease, ramp, initialShare);
  }

  PlainRecovery rampingUp(Duration duration, double share) {
    return with(known().rampUp(duration, share), failureRate, lease, duration, share);
  }

  private PlainRecovery with(
      Recovery changed,
      @Nullable Double rate,
      @Nullable Duration length,
      Duration duration,
      double share) {
    return new PlainRecovery(changed, inARow, probes, rate, length, duration, share);
  }

  private Recovery known() {
    if (real == null) {
      throw new IllegalStateException("only a world has health checks");
    }
    return real;
  }

  Recovery in(World world) {
    return real != null
        ? real
        : Recovery.healthCheck(world::check).lease(lease != null ? lease : LONG_LEASE);
  }

  boolean checksHealth() {
    return real == null;
  }

  boolean rampsUp() {
    return !ramp.isZero();
  }

  /** Returns the share of the calls that passes so long after the ramp-up has begun. */
  double share(long nanos) {
    return initialShare + (1 - initialShare) * Math.min(1, (double) nanos / ramp.toNanos());
  }

  /** Returns how long the next lease is: each one that was reclaimed doubles it, up to an hour. */
  Duration nextLease(Duration cooldown, int reclaimed) {
    Duration first = lease != null ? lease : longer(cooldown, SHORTEST_DEFAULT_LEASE);
    Duration next = first;
    for (int i = 0; i < reclaimed && next.compareTo(LONG_LEASE) < 0; i++) {
      next = next.multipliedBy(2);
    }
    return next.compareTo(LONG_LEASE) > 0 ? longer(first, LONG_LEASE) : next;
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }
}
