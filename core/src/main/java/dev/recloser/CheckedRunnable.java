package dev.recloser;

/**
 * A task without a result that may throw.
 *
 * <p>An existing {@link Runnable} is passed as {@code runnable::run}.
 *
 * @param <E> the checked exception that the task may throw
 */
@FunctionalInterface
public interface CheckedRunnable<E extends Exception> {

  /**
   * Runs the task.
   *
   * @throws E if the task fails
   */
  void run() throws E;
}
