package dev.recloser.circuitbreaker;

import dev.recloser.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * What a step did, as its caller saw it.
 *
 * @param passed whether a call passed, or a permit was granted
 * @param mustPass whether it would by the plain breaker
 * @param outcome what the call counts as that ended; null if none did
 * @param late whether by the plain breaker its epoch had ended before, or its slot had been taken
 */
record Effect(boolean passed, boolean mustPass, @Nullable Outcome outcome, boolean late) {
  static final Effect NONE = new Effect(false, false, null, false);

  /** Returns whether a call was refused. */
  boolean refused(Step step) {
    return !passed && step.action().kind.asks();
  }
}
