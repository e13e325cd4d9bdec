package dev.recloser.circuitbreaker;

import dev.recloser.check.Argument;

/** Trips on failures in a row. */
record ConsecutiveFailuresRule(int failures) implements TripRule {

  ConsecutiveFailuresRule {
    Argument.atLeast(1, "consecutiveFailures", failures);
  }

  @Override
  public RuleWindow newWindow(long nowNanos) {
    return new RunWindow(this);
  }

  @Override
  public String toString() {
    return "consecutiveFailures(" + failures + ")";
  }
}
