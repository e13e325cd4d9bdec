package dev.recloser.circuitbreaker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The settings that an epoch goes by: its trip rules, and their windows. */
final class Rules {
  private final CircuitBreakerConfig config;
  private final RuleWindow[] windows;
  private final boolean timesCalls;
  private final boolean readsClock;
  private final boolean judgesResults;

  /** The window of the only rule, if it counts calls that failed, and nothing else is needed: what most breakers have. */
  private final @Nullable CountWindow only;

  /** Whether a window was taken over from other settings, and not judged by its own yet. */
  private volatile boolean unjudged;

  private Rules(CircuitBreakerConfig config, RuleWindow[] windows, boolean unjudged) {
    this.config = config;
    this.windows = windows;
    this.readsClock = config.readsClock();
    this.timesCalls = config.timesCalls();
    this.judgesResults = config.classification().judgesResults();
    this.only = !readsClock
            && !judgesResults
            && windows.length == 1
            && windows[0] instanceof CountWindow count
        ? count
        : null;
    this.unjudged = unjudged;
  }

  /** Returns the rules with empty windows. */
  static Rules of(CircuitBreakerConfig config, long now, BiConsumer<String, Throwable> faults) {
    RuleWindow[] windows = config.tripRules().stream()
        .map(rule -> GuardedWindow.open(rule, now, faults))
        .toArray(RuleWindow[]::new);
    return new Rules(config, windows, false);
  }

  /**
   * Returns other rules in place of these: a rule that stays keeps its window, a count window whose settings changed
   * is filled from the one it replaces, all else starts empty.
   */
  Rules changedTo(CircuitBreakerConfig next, long now, BiConsumer<String, Throwable> faults) {
    List<TripRule> rules = config.tripRules();
    List<TripRule> changed = next.tripRules();
    if (rules.equals(changed)) {
      return new Rules(next, windows, unjudged);
    }
    List<RuleWindow> old = new ArrayList<>(Arrays.asList(windows));
    RuleWindow[] kept = new RuleWindow[changed.size()];
    for (int i = 0; i < kept.length; i++) {
      int same = rules.indexOf(changed.get(i));
      if (same >= 0) {
        kept[i] = windows[same];
        old.remove(windows[same]);
      }
    }
    for (int i = 0; i < kept.length; i++) {
      if (kept[i] == null) {
        kept[i] = successor(changed.get(i), old, now, faults);
      }
    }
    return new Rules(next, kept, true);
  }

  private static RuleWindow successor(
      TripRule rule, List<RuleWindow> old, long now, BiConsumer<String, Throwable> faults) {
    if (rule instanceof RateRule rate && rate.countsCalls()) {
      for (RuleWindow window : old) {
        if (window instanceof CountWindow count && rate.countsTheSameAs(count.rule())) {
          old.remove(window);
          return CountWindow.refilled(rate, count);
        }
      }
    }
    return GuardedWindow.open(rule, now, faults);
  }

  /** Fills the windows of rules that have a reading, and has them judged by the next call. */
  Rules restored(List<RuleSnapshot> readings, long now) {
    for (int i = 0; i < windows.length; i++) {
      String rule = config.tripRules().get(i).toString();
      RuleWindow window = windows[i];
      readings.stream()
          .filter(reading -> reading.rule().equals(rule))
          .findFirst()
          .ifPresent(reading -> window.restore(reading, now));
    }
    unjudged = true;
    return this;
  }

  CircuitBreakerConfig config() {
    return config;
  }

  boolean timesCalls() {
    return timesCalls;
  }

  /** Returns whether the results of calls are looked at. */
  boolean judgesResults() {
    return judgesResults;
  }

  boolean readsClock() {
    return readsClock;
  }

  /**
   * Returns whether one more call that returned changes nothing: so it is for most calls of most breakers. A window that
   * absorbs such calls holds no bad one, so that whether it was judged is not asked.
   */
  boolean absorbsGoodCalls() {
    return only != null && only.absorbsGoodCalls();
  }

  boolean has(RuleWindow window) {
    return Arrays.asList(windows).contains(window);
  }

  int size() {
    return windows.length;
  }

  RuleWindow window(int index) {
    return windows[index];
  }

  /** Records a call in every window; returns the first one that is exceeded by it, or null. */
  @Nullable
  RuleWindow record(boolean failed, long durationNanos, long nowNanos) {
    RuleWindow exceeded = only != null
        ? recordIn(only, failed, nowNanos)
        : recordInAll(failed, durationNanos, nowNanos);
    return exceeded == null && unjudged ? judgeAll(nowNanos) : exceeded;
  }

  private static @Nullable RuleWindow recordIn(CountWindow only, boolean failed, long nowNanos) {
    return only.record(failed) && only.exceeded(nowNanos) ? only : null;
  }

  private @Nullable RuleWindow recordInAll(boolean failed, long durationNanos, long nowNanos) {
    RuleWindow exceeded = null;
    for (RuleWindow window : windows) {
      if (window.record(failed, durationNanos, nowNanos)
          && exceeded == null
          && window.exceeded(nowNanos)) {
        exceeded = window;
      }
    }
    return exceeded;
  }

  private @Nullable RuleWindow judgeAll(long nowNanos) {
    unjudged = false;
    for (RuleWindow window : windows) {
      if (window.exceeded(nowNanos)) {
        return window;
      }
    }
    return null;
  }

  List<RuleSnapshot> snapshots(long nowNanos) {
    return Arrays.stream(windows).map(window -> window.snapshot(nowNanos)).toList();
  }
}
