package dev.recloser.circuitbreaker;

import dev.recloser.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * What a step did, as its caller saw it.
 *
 * @param passed whether a call passed, or a permit was granted
 * @param refusals how many calls were refused
 * @param outcome what the call counts as that ended; null if none did
 * @param late whether its epoch had ended before, or its slot had been taken
 */
record Effect(boolean passed, int refusals, @Nullable Outcome outcome, boolean late) {
  static final Effect NONE = new Effect(false, 0, null, false);

  static Effect granted() {
    return new Effect(true, 0, null, false);
  }

  static Effect refused() {
    return new Effect(false, 1, null, false);
  }
}
