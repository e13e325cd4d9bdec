package dev.recloser.circuitbreaker;

import java.util.List;
import java.util.stream.Stream;

/**
 * Settings twice: as users set them, and in plain terms.
 *
 * @param rules what trips
 * @param recovery how it recovers
 * @param criteria what makes a probe bad, and how many bad ones reopen; the first one is about failures
 * @param eager whether a timer ends the cooldown
 */
record PlainSettings(
    List<PlainRule> rules, PlainRecovery recovery, List<Criterion> criteria, boolean eager) {
  private static final double DEFAULT_RATE = 0.5;

  /**
   * One way for a probe to be bad.
   *
   * @param slowNanos how long a bad one takes; {@link PlainCall#FAILURES} if failing is what is bad
   * @param rate the share of bad ones that reopens
   */
  record Criterion(long slowNanos, double rate) {}

  static PlainSettings of(PlainRule rule, PlainRecovery recovery) {
    List<PlainRule> rules = List.of(rule);
    Stream<Criterion> slow = rules.stream()
        .filter(each -> each.slowNanos() != PlainCall.FAILURES && !recovery.inARow())
        .map(each -> new Criterion(each.slowNanos(), each.rate()));
    Criterion failed = new Criterion(PlainCall.FAILURES, failureRate(rules, recovery));
    return new PlainSettings(
        rules, recovery, Stream.concat(Stream.of(failed), slow).toList(), false);
  }

  private static double failureRate(List<PlainRule> rules, PlainRecovery recovery) {
    Double own = recovery.failureRate();
    return own != null
        ? own
        : rules.stream()
            .filter(rule -> rule.slowNanos() == PlainCall.FAILURES)
            .filter(rule -> rule.real() instanceof RateRule)
            .mapToDouble(PlainRule::rate)
            .min()
            .orElse(DEFAULT_RATE);
  }

  PlainSettings eagerly() {
    return new PlainSettings(rules, recovery, criteria, true);
  }

  /** Adds them to the other settings of a world. */
  CircuitBreakerConfig.Builder addTo(CircuitBreakerConfig.Builder builder, World world) {
    return builder
        .tripWhen(rules.stream().map(PlainRule::real).toArray(TripRule[]::new))
        .recovery(recovery.in(world))
        .eagerHalfOpen(eager);
  }

  /** Returns whether the end of the cooldown is not left to the next call. */
  boolean hasTimer() {
    return eager || recovery.checksHealth();
  }
}
