package dev.recloser.endpoint;

import dev.recloser.CallInterruptedException;
import dev.recloser.Outcome;
import dev.recloser.RejectedException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** What a failed call says of its endpoint: what it says to a circuit breaker with the default settings. */
final class Verdict {
  /** Deeper than any real nest of wrappers. */
  private static final int DEEPEST = 100;

  private Verdict() {}

  static Outcome on(Throwable cause) {
    Throwable root = unwrapped(cause);
    boolean ownFault = root instanceof Error
        || root instanceof InterruptedException
        || root instanceof CallInterruptedException
        || root instanceof RejectedException;
    return ownFault ? Outcome.IGNORED : Outcome.FAILURE;
  }

  private static Throwable unwrapped(Throwable failure) {
    Throwable current = failure;
    for (int depth = 0; depth < DEEPEST && isWrapper(current); depth++) {
      @Nullable Throwable cause = current.getCause();
      if (cause == null) {
        return current;
      }
      current = cause;
    }
    return current;
  }

  private static boolean isWrapper(Throwable failure) {
    return failure instanceof CompletionException || failure instanceof ExecutionException;
  }
}
