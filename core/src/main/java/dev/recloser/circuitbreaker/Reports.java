package dev.recloser.circuitbreaker;

import dev.recloser.Outcome;
import dev.recloser.circuitbreaker.ProbeLedger.Verdict;
import dev.recloser.classify.Causes;
import dev.recloser.event.Listeners;
import org.jspecify.annotations.Nullable;

/** Takes in how calls ended, and judges. */
final class Reports {

  /*
   * A call reports to the epoch that admitted it. If that is not the current one any more, the call is a straggler: it
   * is counted and told of, and changes nothing. If the epoch ends right after that was checked, the report goes to a
   * window that nobody reads, or fails its compare-and-set; that is the same as having come a moment earlier.
   *
   * All that happens when a call ends is small enough to be compiled into the code that makes the call; see
   * docs/decisions/16-small-enough-to-be-inlined.md before adding to it.
   */

  private static final long NOT_TIMED = -1;

  private final StateMachine machine;
  private final Gate gate;
  private final Listeners<CircuitBreakerEvent> listeners;

  Reports(StateMachine machine, Gate gate) {
    this.machine = machine;
    this.gate = gate;
    this.listeners = machine.announcer().listeners();
  }

  /** Returns whether the duration of a call that is admitted now will be asked for. */
  boolean timed(Grant grant) {
    if (grant instanceof Probe) {
      return true;
    }
    return machine.config().timesCalls() || machine.announcer().hearFinished();
  }

  /** Returns whether nobody wants to know more of a call than whether it threw, and how long it took. */
  boolean needsNoMore(Rules rules) {
    return !rules.judgesResults() && listeners.isEmpty();
  }

  /** Takes in a call that returned, and of which nobody needs to know more: the path that nearly all calls take. */
  void succeeded(Closed epoch, boolean timed, long startedAt) {
    if (machine.epoch() != epoch) {
      straggled(epoch, Outcome.SUCCESS, null);
      return;
    }
    // The rules may have changed since the call began.
    Rules rules = epoch.rules();
    if (rules.absorbsGoodCalls()) {
      return;
    }
    long now = timed || rules.readsClock() ? machine.time().nanoTime() : 0;
    RuleWindow exceeded =
        rules.record(false, timed ? Math.max(0, now - startedAt) : NOT_TIMED, now);
    if (exceeded != null) {
      trip(epoch, exceeded, now, null);
    }
  }

  /** Takes in a call that returned. */
  void returned(Grant grant, @Nullable Object result, boolean timed, long startedAt) {
    Classification classification = machine.config().classification();
    Outcome outcome = Outcome.SUCCESS;
    if (classification.judgesResults() && grant != Grant.Nested.INSTANCE) {
      try {
        outcome = classification.ofResult(result);
      } catch (Throwable fault) {
        outcome = faulty(fault);
      }
    }
    // Evidence that is thrown is a failure; a result never is, whatever its type.
    ended(grant, outcome, result instanceof Throwable ? null : result, timed, startedAt);
  }

  /** Takes in a call that threw. */
  void threw(Grant grant, Throwable thrown, boolean timed, long startedAt) {
    if (grant == Grant.Nested.INSTANCE) {
      return;
    }
    Throwable failure = Causes.unwrap(thrown);
    Outcome outcome;
    try {
      outcome = machine.config().classification().ofCause(failure);
    } catch (Throwable fault) {
      outcome = faulty(fault);
    }
    ended(grant, outcome, failure, timed, startedAt);
  }

  /**
   * Takes in a call whose outcome is known.
   *
   * @param evidence what it threw, or its result, which may say when to come back; null if neither is at hand
   */
  void ended(
      Grant grant, Outcome outcome, @Nullable Object evidence, boolean timed, long startedAt) {
    if (grant instanceof Closed closed) {
      judged(closed, outcome, evidence, timed, startedAt);
    } else if (grant instanceof Probe probe) {
      settled(probe, outcome, evidence, machine.time().nanoTime() - startedAt);
    } else if (grant instanceof RampUp.Ramped ramped) {
      judged(ramped.epoch(), outcome, evidence, timed, startedAt);
    } else if (grant instanceof MetricsOnly metricsOnly) {
      watched(metricsOnly, outcome, evidence, timed, startedAt);
    } else if (grant instanceof Disabled disabled) {
      long duration = timed ? machine.time().nanoTime() - startedAt : NOT_TIMED;
      if (!isStraggler(disabled, outcome, evidence)) {
        counted(disabled, outcome, evidence, duration);
      }
    }
  }

  /** Records a call of a closed breaker, or of one that ramps up. */
  private void judged(
      Recording epoch, Outcome outcome, @Nullable Object evidence, boolean timed, long startedAt) {
    Rules rules = epoch.rules();
    long now = timed || rules.readsClock() ? machine.time().nanoTime() : 0;
    long duration = timed ? Math.max(0, now - startedAt) : NOT_TIMED;
    if (isStraggler(epoch, outcome, evidence)) {
      return;
    }
    RuleWindow exceeded =
        outcome == Outcome.IGNORED ? null : rules.record(outcome == Outcome.FAILURE, duration, now);
    counted(epoch, outcome, evidence, duration);
    if (exceeded != null) {
      trip(epoch, exceeded, now, evidence);
    }
  }

  private void trip(Recording epoch, RuleWindow exceeded, long now, @Nullable Object evidence) {
    if (machine.epoch() == epoch) {
      Trip trip = Trip.byRule(exceeded.snapshot(now), epoch.rules(now), failureIn(evidence));
      machine.trip(epoch, trip, epoch.history(), evidence);
    }
  }

  private void watched(
      MetricsOnly epoch,
      Outcome outcome,
      @Nullable Object evidence,
      boolean timed,
      long startedAt) {
    Rules rules = epoch.rules();
    long now = machine.time().nanoTime();
    long duration = timed ? Math.max(0, now - startedAt) : NOT_TIMED;
    if (isStraggler(epoch, outcome, evidence)) {
      return;
    }
    if (outcome != Outcome.IGNORED) {
      rules.record(outcome == Outcome.FAILURE, duration, now);
    }
    counted(epoch, outcome, evidence, duration);
    for (int i = 0; i < rules.size(); i++) {
      boolean isExceeded = rules.window(i).exceeded(now);
      if (epoch.crossed(rules.window(i), isExceeded)) {
        machine.announcer().wouldTrip(rules.window(i).snapshot(now), isExceeded);
      }
    }
  }

  private void settled(
      Probe probe, Outcome outcome, @Nullable Object evidence, long durationNanos) {
    HalfOpen epoch = probe.epoch();
    long duration = Math.max(0, durationNanos);
    while (true) {
      ProbeLedger before = epoch.ledger();
      if (machine.epoch() != epoch || !before.running().contains(probe)) {
        straggled(epoch, outcome, evidence);
        return;
      }
      ProbeLedger after = outcome == Outcome.IGNORED
          ? before.released(probe)
          : before.ended(probe, outcome == Outcome.FAILURE, duration);
      if (epoch.replace(before, after)) {
        counted(epoch, outcome, evidence, duration);
        if (after.verdict() != Verdict.OPEN_ENDED) {
          gate.conclude(epoch, after, evidence);
        }
        return;
      }
    }
  }

  /** Returns whether the call's epoch has ended; then it is counted and told as such. */
  private boolean isStraggler(Epoch epoch, Outcome outcome, @Nullable Object evidence) {
    boolean late = machine.epoch() != epoch;
    if (late) {
      straggled(epoch, outcome, evidence);
    }
    return late;
  }

  private void counted(
      Epoch epoch, Outcome outcome, @Nullable Object evidence, long durationNanos) {
    machine.tally().ended(outcome);
    machine.announcer().finished(outcome, epoch.state(), failureIn(evidence), durationNanos);
  }

  private void straggled(Epoch epoch, Outcome outcome, @Nullable Object evidence) {
    machine.tally().ended(outcome);
    machine.tally().straggled();
    machine.announcer().straggled(outcome, epoch.state(), failureIn(evidence));
  }

  private Outcome faulty(Throwable fault) {
    machine.announcer().callbackFailed("classification of outcomes", fault);
    return Outcome.FAILURE;
  }

  private static @Nullable Throwable failureIn(@Nullable Object evidence) {
    return evidence instanceof Throwable thrown ? thrown : null;
  }
}
