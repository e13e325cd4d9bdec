package dev.recloser.circuitbreaker;

import java.util.concurrent.atomic.AtomicInteger;

/** The run of failures since the last success. */
final class RunWindow implements RuleWindow {
  private final ConsecutiveFailuresRule rule;
  private final AtomicInteger run = new AtomicInteger();

  RunWindow(ConsecutiveFailuresRule rule) {
    this.rule = rule;
  }

  @Override
  public boolean record(boolean failed, long durationNanos, long nowNanos) {
    if (failed) {
      return run.incrementAndGet() >= rule.failures();
    }
    if (run.get() != 0) {
      run.set(0);
    }
    return false;
  }

  @Override
  public boolean exceeded(long nowNanos) {
    return run.get() >= rule.failures();
  }

  @Override
  public void restore(RuleSnapshot snapshot, long nowNanos) {
    run.set((int) Math.min(snapshot.bad(), rule.failures()));
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
