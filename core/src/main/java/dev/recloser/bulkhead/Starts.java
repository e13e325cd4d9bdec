package dev.recloser.bulkhead;

import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Starts the async calls that a hand-over admitted, on the thread that handed over. */
final class Starts {

  /*
   * A task that ends at once gives its permit to the next one in line, whose task may end at once too. Past a certain
   * depth calls are therefore not started where they were admitted, but further out, where the stack is shorter. Not at
   * the outermost place always: a task that is being started may wait for what it made another bulkhead start.
   */

  private static final int DEEPEST = 8;
  private static final ThreadLocal<@Nullable Starts> OF_THREAD = new ThreadLocal<>();

  private final ArrayDeque<Runnable> pending = new ArrayDeque<>();
  private int depth;

  private Starts() {}

  /** Starts calls; none of them throws. */
  static void run(List<Runnable> calls) {
    if (calls.isEmpty()) {
      return;
    }
    Starts starts = OF_THREAD.get();
    if (starts != null) {
      starts.runFurther(calls);
      return;
    }
    Starts outermost = new Starts();
    OF_THREAD.set(outermost);
    try {
      outermost.runFurther(calls);
    } finally {
      OF_THREAD.remove();
    }
  }

  private void runFurther(List<Runnable> calls) {
    pending.addAll(calls);
    if (depth == DEEPEST) {
      return;
    }
    depth++;
    try {
      for (Runnable next = pending.poll(); next != null; next = pending.poll()) {
        next.run();
      }
    } finally {
      depth--;
    }
  }
}
