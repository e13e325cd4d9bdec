package dev.recloser.circuitbreaker;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** One stay of the plain breaker in one state. */
final class PlainEpoch {
  final int number;
  final State state;
  final long since;
  final History history;

  /** How it recovers: what was set when it began, whatever is set meanwhile. */
  final PlainRecovery recovery;

  final PlainProbes probes;
  final boolean isRamp;

  /** What was reported to it. */
  final List<PlainCall> calls = new ArrayList<>();

  /** The rules that are exceeded, in metrics-only state. */
  final Set<Integer> over = new TreeSet<>();

  /** How many leases were reclaimed in it. */
  int reclaimed;

  /** The shares of all calls that asked during a ramp-up, added up. */
  private double shares;

  /**
   * What is kept until the breaker closes.
   *
   * @param openings how many times it has opened
   * @param cooldown how long it stays open, or did last
   * @param reclaimed how many leases were reclaimed
   */
  record History(int openings, Duration cooldown, int reclaimed) {
    static final History CLEAN = new History(0, Duration.ZERO, 0);
  }

  PlainEpoch(
      int number, State state, boolean isRamp, long since, History history, PlainSettings in) {
    this.number = number;
    this.state = state;
    this.isRamp = isRamp;
    this.since = since;
    this.history = history;
    this.recovery = in.recovery();
    this.probes = new PlainProbes(in);
  }

  History historyNow() {
    return new History(history.openings, history.cooldown, history.reclaimed + reclaimed);
  }

  boolean lasts(Duration atLeast, long now) {
    return now - since >= atLeast.toNanos();
  }

  Duration nextLease() {
    return recovery.nextLease(history.cooldown, history.reclaimed + reclaimed);
  }

  /** Returns whether one more call passes, and counts it: as many pass as the shares of those that asked make, rounded up. */
  boolean ramps(long now) {
    double before = Math.ceil(shares);
    shares += recovery.share(now - since);
    return Math.ceil(shares) > before;
  }

  /** Returns how far the shares are from the next whole number. */
  double untilWhole() {
    return Math.ceil(shares) - shares;
  }
}
