package dev.recloser.circuitbreaker;

import java.util.List;

/**
 * Settings twice: as users set them, and in plain terms.
 *
 * @param rules what trips
 * @param recovery how it recovers
 * @param eager whether a timer ends the cooldown
 */
record PlainSettings(List<PlainRule> rules, PlainRecovery recovery, boolean eager) {

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
