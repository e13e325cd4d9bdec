package dev.recloser.circuitbreaker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.function.BiConsumer;

/** An epoch that lets calls pass and records them. */
abstract sealed class Recording extends Epoch permits Closed, RampUp, MetricsOnly {
  private static final VarHandle RULES;

  static {
    try {
      RULES = MethodHandles.lookup().findVarHandle(Recording.class, "rules", Rules.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Replaced when the breaker is reconfigured; the epoch goes on. */
  private volatile Rules rules;

  Recording(Birth birth, Rules rules) {
    super(birth);
    this.rules = rules;
  }

  final Rules rules() {
    return rules;
  }

  /** Changes to other settings, keeping what can be kept; does nothing if they are in force already. */
  final void adopt(CircuitBreakerConfig config, long now, BiConsumer<String, Throwable> faults) {
    Rules current;
    do {
      current = rules;
      if (current.config().equals(config)) {
        return;
      }
    } while (!RULES.compareAndSet(this, current, current.changedTo(config, now, faults)));
    rulesChanged();
  }

  /** Forgets what belongs to rules that are gone. */
  void rulesChanged() {}

  @Override
  final List<RuleSnapshot> rules(long nowNanos) {
    return rules.snapshots(nowNanos);
  }
}
