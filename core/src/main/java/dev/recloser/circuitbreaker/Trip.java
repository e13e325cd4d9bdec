package dev.recloser.circuitbreaker;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a breaker opens.
 *
 * @param reason for people to read
 * @param by the rule that tripped, as it stood; null if the probes or a hand did
 * @param rules all rules, as they stood
 * @param lastFailure what the call threw that tipped it; null if it threw nothing
 */
record Trip(
    String reason,
    @Nullable RuleSnapshot by,
    List<RuleSnapshot> rules,
    @Nullable Throwable lastFailure) {

  static Trip byRule(RuleSnapshot rule, List<RuleSnapshot> rules, @Nullable Throwable lastFailure) {
    return new Trip(rule.toString(), rule, rules, lastFailure);
  }

  static Trip byProbes(ProbeSnapshot probes, @Nullable Throwable lastFailure) {
    return new Trip("the recovery failed with " + probes, null, List.of(), lastFailure);
  }

  static Trip byHand(String cause, List<RuleSnapshot> rules) {
    return new Trip("tripped by hand: " + cause, null, rules, null);
  }
}
