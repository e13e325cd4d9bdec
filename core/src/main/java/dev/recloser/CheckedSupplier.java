package dev.recloser;

import org.jspecify.annotations.Nullable;

/**
 * A task that returns a value or throws.
 *
 * <p>The exception type is inferred from the lambda: one that throws nothing checked makes the guarded call
 * throw nothing checked. An existing {@link java.util.concurrent.Callable} is passed as {@code callable::call}.
 *
 * @param <T> the type of the value
 * @param <E> the checked exception that the task may throw
 */
@FunctionalInterface
public interface CheckedSupplier<T extends @Nullable Object, E extends Exception> {

  /**
   * Runs the task.
   *
   * @return the value, which may be null where {@code T} allows it
   * @throws E if the task fails
   */
  T get() throws E;
}
