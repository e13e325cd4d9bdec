package dev.recloser;

import dev.recloser.timeout.Timeout;
import java.time.Duration;
import java.util.List;

/** What cannot work in a pipeline. */
final class PipelineRules {
  private PipelineRules() {}

  /** Throws if two of the policies, given outermost first, cannot work together. */
  static void check(List<Policy> policies) {
    for (int outer = 0; outer < policies.size(); outer++) {
      for (int inner = outer + 1; inner < policies.size(); inner++) {
        checkTwice(policies.get(outer), policies.get(inner));
        if (policies.get(outer) instanceof Timeout longer
            && policies.get(inner) instanceof Timeout shorter) {
          checkTimeouts(longer, shorter);
        }
      }
    }
  }

  /** A breaker would count each call twice, a bulkhead take two permits a call and could wait for itself. */
  private static void checkTwice(Policy outer, Policy inner) {
    if (outer == inner) {
      throw new IllegalArgumentException(
          "policy must not be in a pipeline twice, but was " + outer);
    }
  }

  /** A timeout that gives as long as one further out can never be the one that ends a call. */
  private static void checkTimeouts(Timeout outer, Timeout inner) {
    Duration most = outer.fixedLimit().orElse(null);
    Duration least = inner.fixedLimit().orElse(null);
    if (most != null && least != null && least.compareTo(most) >= 0) {
      throw new IllegalArgumentException(
          "timeout must be shorter than " + outer + " around it, but was " + inner);
    }
  }
}
