package dev.recloser.circuitbreaker;

import dev.recloser.check.Argument;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A window that a user wrote: what it throws is reported, and it then counts as not exceeded. */
final class GuardedWindow implements RuleWindow {
  private final TripRule rule;
  private final @Nullable RuleWindow window;
  private final BiConsumer<String, Throwable> faults;

  private GuardedWindow(
      TripRule rule, @Nullable RuleWindow window, BiConsumer<String, Throwable> faults) {
    this.rule = rule;
    this.window = window;
    this.faults = faults;
  }

  /** Returns a new window of the rule, guarded unless it is one of ours. */
  static RuleWindow open(TripRule rule, long now, BiConsumer<String, Throwable> faults) {
    if (rule instanceof RateRule || rule instanceof ConsecutiveFailuresRule) {
      return rule.newWindow(now);
    }
    RuleWindow window = null;
    try {
      window = Argument.notNull("newWindow", rule.newWindow(now));
    } catch (Throwable fault) {
      faults.accept("trip rule " + rule.getClass().getName(), fault);
    }
    return new GuardedWindow(rule, window, faults);
  }

  @Override
  public boolean record(boolean failed, long durationNanos, long nowNanos) {
    try {
      return window != null && window.record(failed, durationNanos, nowNanos);
    } catch (Throwable fault) {
      report(fault);
      return false;
    }
  }

  @Override
  public boolean exceeded(long nowNanos) {
    try {
      return window != null && window.exceeded(nowNanos);
    } catch (Throwable fault) {
      report(fault);
      return false;
    }
  }

  @Override
  public RuleSnapshot snapshot(long nowNanos) {
    try {
      if (window != null) {
        return Argument.notNull("snapshot", window.snapshot(nowNanos));
      }
    } catch (Throwable fault) {
      report(fault);
    }
    return new RuleSnapshot(rule.getClass().getName(), 1, 0, 0, 0);
  }

  @Override
  public void restore(RuleSnapshot snapshot, long nowNanos) {
    try {
      if (window != null) {
        window.restore(snapshot, nowNanos);
      }
    } catch (Throwable fault) {
      report(fault);
    }
  }

  private void report(Throwable fault) {
    faults.accept("trip rule " + rule.getClass().getName(), fault);
  }
}
