package dev.recloser.circuitbreaker;

import dev.recloser.circuitbreaker.Recovery.Ramp;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a half-open epoch asks of its probes: fixed when it begins, whatever is configured meanwhile.
 *
 * @param inARow whether probes run one at a time and must all succeed
 * @param probes how many probes must succeed, or are let through
 * @param leaseNanos how long a probe may hold its slot, before any doubling
 * @param criteria what makes a probe bad, and how many bad ones are too many; the first one is about failures
 * @param ramp how calls are let in again afterwards; null for all at once
 * @param healthCheck what is probed with in place of calls; null for calls
 */
record ProbePlan(
    boolean inARow,
    int probes,
    long leaseNanos,
    List<Criterion> criteria,
    @Nullable Ramp ramp,
    @Nullable Supplier<? extends CompletionStage<Boolean>> healthCheck) {
  private static final Duration SHORTEST_DEFAULT_LEASE = Duration.ofSeconds(60);
  private static final long LONGEST_DOUBLED_LEASE = Duration.ofHours(1).toNanos();
  private static final double DEFAULT_RATE = 0.5;

  /**
   * One way for a probe to be bad.
   *
   * @param slowNanos how long a bad probe takes; {@link RateRule#FAILURES} if failing is what is bad
   * @param tooMany how many bad probes open the breaker again
   */
  record Criterion(long slowNanos, int tooMany) {

    boolean isBad(boolean failed, long durationNanos) {
      return RateRule.isBad(slowNanos, failed, durationNanos);
    }
  }

  static ProbePlan of(CircuitBreakerConfig config, Duration cooldown) {
    Recovery recovery = config.recovery();
    Duration shortest = SHORTEST_DEFAULT_LEASE;
    Duration lease =
        recovery.lease().orElse(cooldown.compareTo(shortest) > 0 ? cooldown : shortest);
    List<Criterion> criteria = recovery.inARow()
        ? List.of(new Criterion(RateRule.FAILURES, 1))
        : criteria(recovery, config.tripRules());
    return new ProbePlan(
        recovery.inARow(),
        recovery.probes(),
        TimeSource.saturatedNanos(lease),
        criteria,
        recovery.ramp().orElse(null),
        recovery.healthCheck());
  }

  private static List<Criterion> criteria(Recovery recovery, List<TripRule> rules) {
    double lowest = rateRules(rules)
        .filter(rule -> !rule.timesCalls())
        .mapToDouble(RateRule::rate)
        .min()
        .orElse(DEFAULT_RATE);
    int probes = recovery.probes();
    Criterion failed =
        new Criterion(RateRule.FAILURES, tooMany(probes, recovery.failureRate().orElse(lowest)));
    Stream<Criterion> slow = rateRules(rules)
        .filter(RateRule::timesCalls)
        .map(rule -> new Criterion(rule.slowNanos(), tooMany(probes, rule.rate())));
    return Stream.concat(Stream.of(failed), slow).toList();
  }

  private static Stream<RateRule> rateRules(List<TripRule> rules) {
    return rules.stream().filter(RateRule.class::isInstance).map(RateRule.class::cast);
  }

  /** Returns the smallest k with k / probes >= rate, by the same arithmetic as a trip rule's. */
  static int tooMany(int probes, double rate) {
    int k = (int) Math.min(probes, Math.ceil(rate * probes));
    while (k > 1 && (double) (k - 1) / probes >= rate) {
      k--;
    }
    while ((double) k / probes < rate) {
      k++;
    }
    return Math.max(1, k);
  }

  /** Returns the lease after so many doublings. */
  long leaseNanos(int doublings) {
    long most = Math.max(leaseNanos, LONGEST_DOUBLED_LEASE);
    boolean fits =
        doublings < Long.numberOfLeadingZeros(leaseNanos) && leaseNanos << doublings < most;
    return fits ? leaseNanos << doublings : most;
  }
}
