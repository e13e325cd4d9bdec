package dev.recloser.circuitbreaker;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** All calls pass and are recorded; crossing a rule is only told. */
final class MetricsOnly extends Recording implements Grant {

  /** The windows that a closed breaker would have tripped on. */
  private final Set<RuleWindow> exceeded = ConcurrentHashMap.newKeySet();

  MetricsOnly(Birth birth, Rules rules) {
    super(birth, rules);
  }

  /** Notes how a window stands; returns whether that is news. */
  boolean crossed(RuleWindow window, boolean isExceeded) {
    return isExceeded ? exceeded.add(window) : exceeded.remove(window);
  }

  /** For tests. */
  int exceededCount() {
    return exceeded.size();
  }

  @Override
  void rulesChanged() {
    Rules rules = rules();
    exceeded.removeIf(window -> !rules.has(window));
  }

  @Override
  CircuitBreaker.State state() {
    return CircuitBreaker.State.METRICS_ONLY;
  }
}
