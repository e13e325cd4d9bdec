package dev.recloser.retry;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The failures of the attempts before the last, to be suppressed into that of the last. */
final class EarlierFailures {

  /** More than this tell no more, and a task that retries for hours must not keep them all. */
  private static final int MOST = 16;

  private static final int FARTHEST = 1_000;

  private final Deque<Throwable> newest = new ArrayDeque<>(2);

  /** Adds a failure, if it is another: a task may throw the same exception again and again. */
  void add(Throwable failure) {
    if (newest.stream().anyMatch(other -> other == failure)) {
      return;
    }
    if (newest.size() == MOST) {
      newest.removeFirst();
    }
    newest.addLast(failure);
  }

  boolean hasOtherThan(Throwable failure) {
    return newest.stream().anyMatch(other -> other != failure);
  }

  /**
   * Suppresses the newest into a throwable: never itself, never twice, and no more than a few in all, since a constant
   * exception that is thrown in many calls must not grow. Nor one that the throwable is hanging on already, as it does
   * where two constants take turns: not all who walk along causes and suppressed exceptions notice a circle.
   */
  void suppressInto(Throwable thrown) {
    int room = Math.max(0, MOST - thrown.getSuppressed().length);
    newest.stream().skip(Math.max(0, newest.size() - room)).forEach(failure -> {
      if (!hangsOn(thrown, failure) && !leads(failure, thrown)) {
        thrown.addSuppressed(failure);
      }
    });
  }

  private static boolean hangsOn(Throwable thrown, Throwable failure) {
    for (Throwable suppressed : thrown.getSuppressed()) {
      if (suppressed == failure) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether one throwable is another, or has it as a cause or suppressed; or may have, if that is a long way. */
  private static boolean leads(Throwable from, Throwable to) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Throwable> open = new ArrayDeque<>();
    open.add(from);
    for (Throwable next = open.poll(); next != null; next = open.poll()) {
      if (next == to || seen.size() == FARTHEST) {
        return true;
      }
      if (seen.add(next)) {
        Collections.addAll(open, next.getSuppressed());
        Throwable cause = causeOf(next);
        if (cause != null) {
          open.add(cause);
        }
      }
    }
    return false;
  }

  /** An exception of the user's may throw when it is asked for its cause; it then has none. */
  private static @Nullable Throwable causeOf(Throwable failure) {
    try {
      return failure.getCause();
    } catch (RuntimeException | Error hostile) {
      return null;
    }
  }
}
