package dev.recloser.circuitbreaker;

import dev.recloser.check.Argument;
import java.time.Duration;

/** What a reading must be, to be restored: it may come from a file, or from a newer or older library. */
final class Restorable {
  private Restorable() {}

  /** Returns the reading, or throws if a breaker cannot be in the state that it tells of. */
  static CircuitBreakerSnapshot check(CircuitBreakerSnapshot snapshot) {
    Argument.notNull("snapshot", snapshot);
    Argument.notNull("snapshot.state", snapshot.state());
    Argument.notNull("snapshot.since", snapshot.since());
    Argument.notNull("snapshot.reason", snapshot.reason());
    Argument.notNull("snapshot.lastFailure", snapshot.lastFailure());
    Duration left =
        Argument.notNull("snapshot.retryAfter", snapshot.retryAfter()).orElse(Duration.ZERO);
    Argument.notNegative("snapshot.retryAfter", left);
    Argument.atLeast(0, "snapshot.openings", snapshot.openings());
    snapshot.rules().forEach(Restorable::check);
    return snapshot;
  }

  private static void check(RuleSnapshot reading) {
    Argument.notNull("snapshot.rules.rule", reading.rule());
    Argument.require(
        reading.bad() >= 0 && reading.bad() <= reading.calls(),
        "snapshot.rules",
        "must have 0 to as many bad calls as calls",
        reading);
  }
}
