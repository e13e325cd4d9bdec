package dev.recloser.classify;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** Finds what really failed under the wrappers that futures put around it. */
public final class Causes {
  private Causes() {}

  /** Returns the first cause that is neither a {@link CompletionException} nor an {@link ExecutionException}. */
  public static Throwable unwrap(Throwable failure) {
    Throwable current = failure;
    Throwable behind = failure;
    for (boolean step = false; isWrapper(current); step = !step) {
      Throwable cause = current.getCause();
      if (cause == null) {
        return current;
      }
      current = cause;
      // A second pointer at half the speed meets the first one if the causes go round in a circle.
      if (step && behind.getCause() != null) {
        behind = behind.getCause();
        if (behind == current) {
          return failure;
        }
      }
    }
    return current;
  }

  private static boolean isWrapper(Throwable failure) {
    return failure instanceof CompletionException || failure instanceof ExecutionException;
  }
}
