package dev.recloser.circuitbreaker;

import java.util.ArrayList;
import java.util.List;

/** The probes of one half-open epoch: a list of those that run, and one of those that have ended. */
final class PlainProbes {
  private final PlainRecovery recovery;
  private final List<PlainSettings.Criterion> criteria;
  private final List<PlainLeave> running = new ArrayList<>();
  private final List<PlainCall> ended = new ArrayList<>();

  PlainProbes(PlainSettings settings) {
    this.recovery = settings.recovery();
    this.criteria = settings.criteria();
  }

  List<PlainLeave> running() {
    return running;
  }

  /** Returns how many may be let in now. */
  int free() {
    return (recovery.inARow() ? 1 : recovery.probes() - ended.size()) - running.size();
  }

  void letIn(PlainLeave probe) {
    running.add(probe);
  }

  boolean giveBack(PlainLeave probe) {
    return running.remove(probe);
  }

  void end(PlainLeave probe, boolean failed, long now) {
    running.remove(probe);
    ended.add(new PlainCall(now, failed, probe.age(now)));
  }

  /** Takes their slots from those whose lease has ended; returns how many these are. */
  int reclaim(long now) {
    List<PlainLeave> overdue =
        running.stream().filter(probe -> probe.age(now) >= probe.leaseNanos()).toList();
    for (PlainLeave probe : overdue) {
      if (recovery.inARow()) {
        giveBack(probe);
      } else {
        end(probe, true, now);
      }
    }
    return overdue.size();
  }

  /** Returns whether so many were bad that the others cannot make up for it. */
  boolean mustReopen() {
    return recovery.inARow()
        ? bad(PlainCall.FAILURES) > 0
        : criteria.stream().anyMatch(each -> share(bad(each.slowNanos())) >= each.rate());
  }

  /** Returns whether those that have not ended cannot make it reopen. */
  boolean mustClose() {
    int left = recovery.probes() - ended.size();
    return recovery.inARow()
        ? left == 0 && bad(PlainCall.FAILURES) == 0
        : criteria.stream().allMatch(each -> share(bad(each.slowNanos()) + left) < each.rate());
  }

  private double share(long some) {
    return (double) some / recovery.probes();
  }

  private long bad(long slowNanos) {
    return ended.stream().filter(probe -> probe.isBad(slowNanos)).count();
  }

  ProbeSnapshot snapshot() {
    long slow =
        criteria.stream().skip(1).mapToLong(each -> bad(each.slowNanos())).max().orElse(0);
    return new ProbeSnapshot(
        running.size(), free(), ended.size(), (int) bad(PlainCall.FAILURES), (int) slow);
  }

  /** Returns the time to the earliest end of a lease. */
  long earliestLeaseLeft(long now) {
    return running.stream().mapToLong(probe -> leaseLeft(probe, now)).min().orElse(0);
  }

  private static long leaseLeft(PlainLeave probe, long now) {
    return Math.max(0, probe.leaseNanos() - probe.age(now));
  }

  String picture(long now, long far) {
    List<String> leases = running.stream()
        .map(probe -> leaseLeft(probe, now) > far ? "far" : "" + leaseLeft(probe, now))
        .sorted()
        .toList();
    List<String> bad = criteria.stream()
        .map(each -> bad(each.slowNanos()) + " at " + each.rate())
        .toList();
    return recovery.inARow() + " " + recovery.probes() + bad + ended.size() + leases;
  }
}
