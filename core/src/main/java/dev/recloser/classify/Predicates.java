package dev.recloser.classify;

import dev.recloser.check.Argument;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Predicates of a user's, any of which may match. Immutable.
 *
 * @param all the predicates, in the order in which they are asked
 * @param <T> what they are asked about
 */
public record Predicates<T extends @Nullable Object>(List<Predicate<? super T>> all) {

  /** Makes the list immutable. */
  public Predicates {
    all = List.copyOf(all);
  }

  /** Returns no predicates. */
  public static <T extends @Nullable Object> Predicates<T> none() {
    return new Predicates<>(List.of());
  }

  /** Returns these and one more. */
  public Predicates<T> and(String name, Predicate<? super T> predicate) {
    List<Predicate<? super T>> more = new ArrayList<>(all);
    more.add(Argument.notNull(name, predicate));
    return new Predicates<>(more);
  }

  /** Returns whether there are none. */
  public boolean isEmpty() {
    return all.isEmpty();
  }

  /** Returns whether any of them matches. */
  public boolean anyMatch(@Nullable T value) {
    // By index: an iterator would be all that a failing call allocates.
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).test(value)) {
        return true;
      }
    }
    return false;
  }
}
