package dev.recloser.circuitbreaker;

import org.jspecify.annotations.Nullable;

/** The model's own books of one half-open epoch, kept from what callers see: who got in, and what was reported. */
final class Books {
  private @Nullable HalfOpen epoch;
  private int admitted;
  private int givenBack;
  private int counted;
  private int failed;

  /** Turns to the epoch; those of the one before are closed. */
  Books of(HalfOpen current) {
    if (epoch != current) {
      epoch = current;
      admitted = 0;
      givenBack = 0;
      counted = 0;
      failed = 0;
    }
    return this;
  }

  void admitted() {
    admitted++;
  }

  void givenBack() {
    givenBack++;
  }

  void ended(boolean asFailure) {
    counted++;
    failed += asFailure ? 1 : 0;
  }

  /** Returns how many probes must hold a slot now, if so many leases were reclaimed. */
  int running(int reclaimed) {
    return admitted - givenBack - counted - reclaimed;
  }

  /** Returns how many probes have been let in that did not give their slot back. */
  int admittedForGood() {
    return admitted - givenBack;
  }

  int counted() {
    return counted;
  }

  int failed() {
    return failed;
  }
}
