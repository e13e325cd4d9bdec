package dev.recloser.time;

import org.jspecify.annotations.Nullable;

/** What several tasks threw, one after another: the first failure, with the rest suppressed into it. */
final class Failures {
  private @Nullable Throwable first;

  void add(@Nullable Throwable failure) {
    if (first == null) {
      first = failure;
    } else if (failure != null && failure != first) {
      first.addSuppressed(failure);
    }
  }

  /** Throws the first failure, if there is one. */
  void throwFirst() {
    if (first != null) {
      throwUnchecked(first);
    }
  }

  @SuppressWarnings("unchecked") // A task of a timer throws nothing checked, unless it hides it.
  private static <E extends Throwable> void throwUnchecked(Throwable failure) throws E {
    throw (E) failure;
  }
}
