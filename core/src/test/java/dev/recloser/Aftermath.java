package dev.recloser;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Consumer;

/** Looks at what a sequence leaves behind: nothing, and a pipeline that a healthy dependency is reached through again. */
final class Aftermath {
  private static final Set<State> BY_HAND =
      EnumSet.of(State.FORCED_OPEN, State.DISABLED, State.METRICS_ONLY);

  private final RandomPolicies policies;
  private final Consumer<String> problem;

  Aftermath(RandomPolicies policies, Consumer<String> problem) {
    this.policies = policies;
    this.problem = problem;
  }

  void check() {
    checkTimers();
    checkBulkhead();
    checkThatItRecovers();
  }

  /** A breaker may have one timer, which makes observers punctual, until its cooldown ends. */
  private void checkTimers() {
    if (!policies.eager && policies.time.pendingTimers() > 0) {
      problem.accept(policies.time.pendingTimers() + " timers are left");
    }
    policies.time.advance(Duration.ofDays(1));
    if (policies.time.pendingTimers() > 0) {
      problem.accept(policies.time.pendingTimers() + " timers are left after a day");
    }
  }

  private void checkBulkhead() {
    if (policies.bulkhead != null) {
      var now = policies.bulkhead.snapshot();
      if (now.running() != 0 || now.queued() != 0 || now.free() != now.maxConcurrent()) {
        problem.accept("permits are missing: " + now);
      }
    }
  }

  private void checkThatItRecovers() {
    if (policies.breaker != null && BY_HAND.contains(policies.breaker.state())) {
      policies.breaker.reset();
    }
    boolean answered = false;
    for (int tries = 0; tries < 50 && !(answered && isClosed()); tries++) {
      policies.time.advance(Duration.ofHours(1));
      try {
        answered = "healthy".equals(policies.pipeline.call(() -> "healthy"));
      } catch (RejectedException refused) {
        answered = false;
      }
    }
    if (!answered || !isClosed()) {
      problem.accept("it does not recover");
    }
  }

  private boolean isClosed() {
    return policies.breaker == null || policies.breaker.state() == State.CLOSED;
  }
}
