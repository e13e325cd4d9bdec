package dev.recloser.circuitbreaker;

import java.util.ArrayList;
import java.util.List;

/**
 * The probes of a half-open epoch: who runs, and how those that ended fared. Immutable: each change is a new ledger,
 * put in place by one compare-and-set.
 *
 * @param plan what is asked of the probes
 * @param running the probes that hold a slot
 * @param settled how many probes have ended and count
 * @param bad how many of them were bad, for each criterion of the plan
 * @param doublings how many leases were reclaimed since the breaker was last closed
 */
record ProbeLedger(
    ProbePlan plan, List<Probe> running, int settled, List<Integer> bad, int doublings) {

  /** What the probes have shown so far. */
  enum Verdict {
    /** It can still go either way. */
    OPEN_ENDED,
    /** Too many were bad. */
    REOPEN,
    /** Too many cannot become bad any more. */
    CLOSE
  }

  static ProbeLedger empty(ProbePlan plan, int doublings) {
    return new ProbeLedger(
        plan, List.of(), 0, plan.criteria().stream().map(criterion -> 0).toList(), doublings);
  }

  Verdict verdict() {
    boolean settledForGood = true;
    int left = plan.probes() - settled;
    for (int i = 0; i < bad.size(); i++) {
      int tooMany = plan.criteria().get(i).tooMany();
      if (bad.get(i) >= tooMany) {
        return Verdict.REOPEN;
      }
      settledForGood &= bad.get(i) + left < tooMany;
    }
    return settledForGood ? Verdict.CLOSE : Verdict.OPEN_ENDED;
  }

  boolean hasFreeSlot() {
    return freeSlots() > 0;
  }

  int freeSlots() {
    return Math.max(0, (plan.inARow() ? 1 : plan.probes() - settled) - running.size());
  }

  boolean runsOn(Thread thread) {
    for (Probe probe : running) {
      if (probe.runsOn(thread)) {
        return true;
      }
    }
    return false;
  }

  long nextLease() {
    return plan.leaseNanos(doublings);
  }

  ProbeLedger with(Probe probe) {
    List<Probe> more = new ArrayList<>(running);
    more.add(probe);
    return new ProbeLedger(plan, List.copyOf(more), settled, bad, doublings);
  }

  /** Returns the ledger without the probe, whose slot is free again and which counts for nothing. */
  ProbeLedger released(Probe probe) {
    return new ProbeLedger(plan, without(probe), settled, bad, doublings);
  }

  ProbeLedger ended(Probe probe, boolean failed, long durationNanos) {
    List<Integer> counts = new ArrayList<>(bad);
    for (int i = 0; i < counts.size(); i++) {
      if (plan.criteria().get(i).isBad(failed, durationNanos)) {
        counts.set(i, counts.get(i) + 1);
      }
    }
    return new ProbeLedger(plan, without(probe), settled + 1, List.copyOf(counts), doublings);
  }

  /** Returns the probes whose lease has ended. */
  List<Probe> overdue(long now) {
    List<Probe> overdue = List.of();
    for (Probe probe : running) {
      if (probe.leaseEnded(now)) {
        overdue = overdue.isEmpty() ? new ArrayList<>() : overdue;
        overdue.add(probe);
      }
    }
    return overdue;
  }

  /** Returns the ledger with the overdue probes out of their slots. They have taken at least as long as they have had. */
  ProbeLedger reclaimed(List<Probe> overdue, long now) {
    ProbeLedger ledger = this;
    for (Probe probe : overdue) {
      ProbeLedger next =
          plan.inARow() ? ledger.released(probe) : ledger.ended(probe, true, probe.age(now));
      ledger = new ProbeLedger(plan, next.running, next.settled, next.bad, ledger.doublings + 1);
    }
    return ledger;
  }

  /** Returns the time to the earliest end of a lease; {@link Long#MAX_VALUE} if no probe runs. */
  long earliestLeaseLeft(long now) {
    long earliest = Long.MAX_VALUE;
    for (Probe probe : running) {
      earliest = Math.min(earliest, probe.leaseLeft(now));
    }
    return earliest;
  }

  private List<Probe> without(Probe probe) {
    return running.stream().filter(other -> other != probe).toList();
  }
}
