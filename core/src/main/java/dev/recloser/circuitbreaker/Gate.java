package dev.recloser.circuitbreaker;

import dev.recloser.circuitbreaker.ProbeLedger.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides which calls pass. */
final class Gate {

  /*
   * A half-open epoch whose probes have decided is still there for a moment, until the thread that saw the decision has
   * moved on from it. Whoever asks meanwhile makes that move itself, and asks again; so a decided epoch lets no probe
   * pass, and a thread that stalls between decision and move holds up nobody.
   *
   * Epochs are told apart by their classes. To find that one is no Grant would take a walk over all the interfaces it has.
   */

  private final StateMachine machine;

  Gate(StateMachine machine) {
    this.machine = machine;
  }

  /**
   * Asks for leave to make one call.
   *
   * @param runner the thread that asks, if it is to pass when it runs a probe already; else null
   */
  Answer ask(@Nullable Thread runner) {
    Answer answer;
    do {
      Epoch epoch = machine.epoch();
      if (epoch instanceof Closed closed) {
        return closed;
      }
      if (epoch instanceof Open open) {
        answer = ask(open);
      } else if (epoch instanceof HalfOpen halfOpen) {
        answer = ask(halfOpen, runner);
      } else if (epoch instanceof RampUp rampUp) {
        answer = ask(rampUp);
      } else if (epoch instanceof ForcedOpen forced) {
        answer = forced;
      } else {
        answer = (Grant) epoch;
      }
    } while (answer == null);
    return answer;
  }

  /** Returns whether a call would pass now. Changes nothing. */
  boolean admits() {
    Epoch epoch = machine.epoch();
    if (epoch instanceof Open open) {
      return machine.config().recovery().healthCheck() == null
          && open.cooledDown(machine.time().nanoTime());
    }
    if (epoch instanceof HalfOpen halfOpen) {
      return halfOpen.admits(machine.time().nanoTime());
    }
    if (epoch instanceof RampUp rampUp) {
      return rampUp.wouldAdmit(machine.time().nanoTime());
    }
    return epoch instanceof Grant;
  }

  /** Counts and tells a refusal; returns what to throw. */
  CircuitOpenException refuse(Refusal refusal) {
    machine.tally().rejected();
    machine.announcer().rejected((Epoch) refusal);
    CircuitOpenException exception = refusal.exception();
    return machine.config().rejectionStackTraces() ? exception.withStackTrace() : exception;
  }

  private @Nullable Answer ask(Open open) {
    long now = machine.time().nanoTime();
    if (!open.cooledDown(now)) {
      return open;
    }
    Probe probe = machine.halfOpen(open, now);
    return probe != null && checks(probe) ? null : probe;
  }

  private @Nullable Answer ask(RampUp epoch) {
    long now = machine.time().nanoTime();
    if (epoch.hasEnded(now)) {
      machine.close(epoch);
      return null;
    }
    return epoch.admit(now) ? epoch.grant() : epoch;
  }

  private @Nullable Answer ask(HalfOpen epoch, @Nullable Thread runner) {
    long now = machine.time().nanoTime();
    while (true) {
      ProbeLedger before = epoch.ledger();
      if (before.verdict() != Verdict.OPEN_ENDED) {
        conclude(epoch, before, null);
        return null;
      }
      if (runner != null && before.runsOn(runner)) {
        return Grant.Nested.INSTANCE;
      }
      List<Probe> overdue = before.overdue(now);
      if (overdue.isEmpty() && !before.hasFreeSlot()) {
        return epoch;
      }
      ProbeLedger swept = before.reclaimed(overdue, now);
      boolean free = swept.verdict() == Verdict.OPEN_ENDED && swept.hasFreeSlot();
      Probe probe = new Probe(epoch, now, swept.nextLease());
      if (epoch.replace(before, free ? swept.with(probe) : swept)) {
        overdue.forEach(machine.announcer()::reclaimed);
        if (free) {
          return checks(probe) ? null : probe;
        }
      }
    }
  }

  /** Starts the health check that the probe stands for, if it does; then the caller must ask again. */
  private boolean checks(Probe probe) {
    boolean isCheck = probe.epoch().ledger().plan().healthCheck() != null;
    if (isCheck) {
      machine.check(probe);
    }
    return isCheck;
  }

  /**
   * Moves on from a half-open epoch whose probes have decided.
   *
   * @param evidence the failure or the result of the probe that decided; null if it is not at hand
   */
  void conclude(HalfOpen epoch, ProbeLedger ledger, @Nullable Object evidence) {
    ProbeSnapshot probes = ProbeSnapshot.of(ledger);
    if (ledger.verdict() == Verdict.CLOSE) {
      machine.close(epoch, probes);
    } else {
      Throwable failure = evidence instanceof Throwable thrown ? thrown : null;
      Epoch.History history = epoch.history().withDoublings(ledger.doublings());
      machine.trip(epoch, Trip.byProbes(probes, failure), history, evidence);
    }
  }
}
