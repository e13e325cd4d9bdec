package dev.recloser.endpoint;

import dev.recloser.CallInterruptedException;
import dev.recloser.Outcome;
import dev.recloser.RejectedException;
import dev.recloser.classify.Causes;

/** What a failed call says of its endpoint: what it says to a circuit breaker with the default settings. */
final class Verdict {
  private Verdict() {}

  static Outcome on(Throwable cause) {
    Throwable root = Causes.unwrap(cause);
    boolean ownFault = root instanceof Error
        || root instanceof InterruptedException
        || root instanceof CallInterruptedException
        || root instanceof RejectedException;
    return ownFault ? Outcome.IGNORED : Outcome.FAILURE;
  }
}
