package dev.recloser.circuitbreaker;

import java.util.concurrent.atomic.AtomicInteger;

/** The run of failures since the last success. */
final class RunWindow implements RuleWindow {

  /*
   * The failure that completes a run is judged after it was counted. A success that comes between the two must not undo the
   * run: the failure was there first. So a success ends a complete run only once that has been judged.
   */

  private final ConsecutiveFailuresRule rule;
  private final AtomicInteger run = new AtomicInteger();
  private volatile boolean judged;

  RunWindow(ConsecutiveFailuresRule rule) {
    this.rule = rule;
  }

  @Override
  public boolean record(boolean failed, long durationNanos, long nowNanos) {
    if (failed) {
      return run.incrementAndGet() >= rule.failures();
    }
    endRun();
    return false;
  }

  private void endRun() {
    int failures = run.get();
    while (failures != 0 && (failures < rule.failures() || judged)) {
      if (run.compareAndSet(failures, 0)) {
        judged = false;
        return;
      }
      failures = run.get();
    }
  }

  @Override
  public boolean exceeded(long nowNanos) {
    boolean complete = run.get() >= rule.failures();
    if (complete && !judged) {
      judged = true;
    }
    return complete;
  }

  @Override
  public void restore(RuleSnapshot snapshot, long nowNanos) {
    run.set((int) Math.min(snapshot.bad(), rule.failures()));
    judged = true;
  }

  @Override
  public RuleSnapshot snapshot(long nowNanos) {
    int failures = run.get();
    return new RuleSnapshot(
        rule.toString(),
        rule.failures(),
        failures,
        failures,
        Math.max(0, rule.failures() - failures));
  }
}
