package dev.recloser.classify;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Finds what really failed under the wrappers that futures put around it. */
public final class Causes {
  /** Deeper than any real nest of wrappers. */
  private static final int DEEPEST = 1_000_000;

  private Causes() {}

  /**
   * Returns the first cause that is neither a {@link CompletionException} nor an {@link ExecutionException}; the throwable
   * itself if the wrappers go round in a circle, or throw when asked.
   */
  public static Throwable unwrap(Throwable failure) {
    return isWrapper(failure) ? under(failure) : failure;
  }

  private static Throwable under(Throwable failure) {
    Throwable current = failure;
    try {
      for (int depth = 0; isWrapper(current); depth++) {
        Throwable cause = current.getCause();
        if (cause == null) {
          return current;
        }
        if (depth == DEEPEST) {
          return failure;
        }
        current = cause;
      }
      return current;
    } catch (Throwable hostile) {
      return failure;
    }
  }

  private static boolean isWrapper(Throwable failure) {
    return failure instanceof CompletionException || failure instanceof ExecutionException;
  }
}
