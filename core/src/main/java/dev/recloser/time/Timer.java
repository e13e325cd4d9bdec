package dev.recloser.time;

/** A task that waits for its time. */
@FunctionalInterface
public interface Timer {

  /** Gives up the task, if it has not started. A task that runs is not interrupted. */
  void cancel();
}
