package dev.recloser.circuitbreaker;

import org.jspecify.annotations.Nullable;

/** What the breaker says when asked for leave to make a call. */
sealed interface Answer permits Grant, Refusal {

  /**
   * Returns the leave that an answer gives; null if it refuses. The usual answers are told by their classes, at once: to
   * find out that an interface is not among those of a class takes longer than all the rest of a refusal.
   */
  static @Nullable Grant grantIn(Answer answer) {
    if (answer instanceof Open || answer instanceof HalfOpen) {
      return null;
    }
    if (answer instanceof Closed closed) {
      return closed;
    }
    return answer instanceof Grant grant ? grant : null;
  }
}
