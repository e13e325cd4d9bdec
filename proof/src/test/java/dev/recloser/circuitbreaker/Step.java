package dev.recloser.circuitbreaker;

import java.util.Locale;

/**
 * One action, and on what.
 *
 * @param action the action
 * @param held which of the outstanding permits it is about, from 0; 0 for others
 */
record Step(Action action, int held) {

  static Step of(Action action) {
    return new Step(action, 0);
  }

  @Override
  public String toString() {
    String words = action.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return action.kind == Action.Kind.REPORT
        ? words + " (number " + (held + 1) + " of those out)"
        : words;
  }
}
