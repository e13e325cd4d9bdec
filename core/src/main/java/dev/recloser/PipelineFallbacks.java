package dev.recloser;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.classify.Causes;
import java.util.List;
import java.util.concurrent.CancellationException;

/** Which failures of a pipeline a fallback is asked about. */
final class PipelineFallbacks {
  private PipelineFallbacks() {}

  /** Returns whether the policies leave it to a fallback to answer in place of what was thrown. */
  static boolean takes(Throwable thrown, List<Policy> policies) {
    Throwable failure = Causes.unwrap(thrown);
    if (failure instanceof RejectedException || failure instanceof TimeoutExceededException) {
      return true;
    }
    boolean judged = false;
    for (Policy policy : policies) {
      if (policy instanceof CircuitBreaker breaker) {
        judged = true;
        if (breaker.config().outcomeOf(failure) != Outcome.FAILURE) {
          return false;
        }
      }
    }
    return judged || !isCallersAffair(failure);
  }

  private static boolean isCallersAffair(Throwable failure) {
    return failure instanceof Error
        || failure instanceof InterruptedException
        || failure instanceof CallInterruptedException
        || failure instanceof CancellationException;
  }
}
