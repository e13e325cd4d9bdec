package dev.recloser;

import org.jspecify.annotations.Nullable;

/**
 * A function that may throw.
 *
 * @param <A> the type of the argument
 * @param <T> the type of the value
 * @param <E> the checked exception that the function may throw
 */
@FunctionalInterface
public interface CheckedFunction<A, T extends @Nullable Object, E extends Exception> {

  /**
   * Applies the function.
   *
   * @param argument the argument
   * @return the value, which may be null where {@code T} allows it
   * @throws E if the function fails
   */
  T apply(A argument) throws E;
}
