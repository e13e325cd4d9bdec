package dev.recloser.time;

import org.jspecify.annotations.Nullable;

/**
 * A task of a {@link ManualTimeSource}. Ordered by when it is due, then by when it was set.
 *
 * @param due when it is due, in nanoseconds since the start
 * @param order how many were set before it
 * @param task the task
 */
record ManualTimer(long due, long order, Runnable task) implements Comparable<ManualTimer> {

  /** Runs the task; returns what it threw. */
  @Nullable
  Throwable run() {
    try {
      task.run();
      return null;
    } catch (Throwable failure) {
      return failure;
    }
  }

  @Override
  public int compareTo(ManualTimer other) {
    int byTime = Long.compare(due, other.due);
    return byTime != 0 ? byTime : Long.compare(order, other.order);
  }
}
