package dev.recloser.circuitbreaker;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The probes of one half-open epoch: a list of those that run, and one of those that have ended. */
final class PlainProbes {
  private static final double DEFAULT_RATE = 0.5;

  private final PlainRecovery recovery;
  private final List<Criterion> criteria;
  private final List<PlainLeave> running = new ArrayList<>();
  private final List<PlainCall> ended = new ArrayList<>();

  /**
   * One way for a probe to be bad.
   *
   * @param slowNanos how long a bad one takes; {@link PlainCall#FAILURES} if failing is what is bad
   * @param rate the share of bad ones that reopens
   */
  private record Criterion(long slowNanos, double rate) {}

  PlainProbes(PlainSettings settings) {
    recovery = settings.recovery();
    double lowest = settings.rules().stream()
        .filter(rule -> rule.slowNanos() == PlainCall.FAILURES)
        .filter(rule -> rule.real() instanceof RateRule)
        .mapToDouble(PlainRule::rate)
        .min()
        .orElse(DEFAULT_RATE);
    Double own = recovery.failureRate();
    Stream<Criterion> slow = settings.rules().stream()
        .filter(rule -> rule.slowNanos() != PlainCall.FAILURES && !recovery.inARow())
        .map(rule -> new Criterion(rule.slowNanos(), rule.rate()));
    criteria = Stream.concat(
            Stream.of(new Criterion(PlainCall.FAILURES, own != null ? own : lowest)), slow)
        .toList();
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
        ? bad(criteria.get(0)) > 0
        : criteria.stream().anyMatch(each -> share(bad(each)) >= each.rate);
  }

  /** Returns whether those that have not ended cannot make it reopen. */
  boolean mustClose() {
    int left = recovery.probes() - ended.size();
    return recovery.inARow()
        ? left == 0 && bad(criteria.get(0)) == 0
        : criteria.stream().allMatch(each -> share(bad(each) + left) < each.rate);
  }

  private double share(long some) {
    return (double) some / recovery.probes();
  }

  private long bad(Criterion criterion) {
    return ended.stream().filter(probe -> probe.isBad(criterion.slowNanos)).count();
  }

  ProbeSnapshot snapshot() {
    long slow = criteria.stream().skip(1).mapToLong(this::bad).max().orElse(0);
    return new ProbeSnapshot(
        running.size(), free(), ended.size(), (int) bad(criteria.get(0)), (int) slow);
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
    return recovery.inARow() + " " + recovery.probes() + criteria + snapshot() + leases;
  }
}
