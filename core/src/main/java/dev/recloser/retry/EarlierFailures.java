package dev.recloser.retry;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The failures of the attempts before the last, to be suppressed into that of the last. */
final class EarlierFailures {

  /** More than this tell no more, and a task that retries for hours must not keep them all. */
  private static final int MOST = 16;

  private final Deque<Throwable> newest = new ArrayDeque<>(2);

  void add(Throwable failure) {
    if (newest.size() == MOST) {
      newest.removeFirst();
    }
    newest.addLast(failure);
  }

  boolean isEmpty() {
    return newest.isEmpty();
  }

  @Nullable
  Throwable last() {
    return newest.peekLast();
  }

  void suppressInto(Throwable thrown) {
    for (Throwable failure : newest) {
      suppress(thrown, failure);
    }
  }

  /**
   * Suppresses one throwable into another: never into itself, never twice, and no more than a few. A task may throw the
   * same exception again and again, from a constant too; it must not grow.
   */
  static void suppress(Throwable into, Throwable failure) {
    Throwable[] present = into.getSuppressed();
    if (into == failure || present.length >= MOST) {
      return;
    }
    for (Throwable other : present) {
      if (other == failure) {
        return;
      }
    }
    into.addSuppressed(failure);
  }
}
