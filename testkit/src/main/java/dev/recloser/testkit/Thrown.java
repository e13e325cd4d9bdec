package dev.recloser.testkit;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** What a call throws. */
final class Thrown {
  private Thrown() {}

  /** Throws anything, declared or not. */
  @SuppressWarnings("unchecked") // Nothing is cast: a type that is thrown is erased.
  static <E extends Throwable> RuntimeException unchecked(Throwable failure) throws E {
    throw (E) failure;
  }

  /** Returns what a future failed with, without what futures wrap around it. */
  static Throwable unwrapped(Throwable failure) {
    Throwable cause = failure;
    while ((cause instanceof CompletionException || cause instanceof ExecutionException)
        && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }
}
