package dev.recloser.proof.fuzz;

import dev.recloser.Pipeline;
import dev.recloser.PipelineWithFallback;
import dev.recloser.ResilienceException;
import dev.recloser.testkit.Fault;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What may come out of a call that the task had no part in: of faults that were put there, fallbacks, propagators. */
final class Strange {
  private final Object guard;
  private final boolean fault;
  private final boolean propagators;
  private final List<?> answers;

  /** Whether a permit of a bulkhead was taken, which nobody gives back. */
  private final boolean permitTaken;

  /**
   * Tells what may come out of calls.
   *
   * @param guard through what
   * @param making what was told to it, and to faults
   */
  Strange(Object guard, Making making) {
    this.guard = guard;
    fault = guard instanceof PipelineWithFallback
        || guard instanceof Fault
        || (guard instanceof Pipeline pipeline
            && pipeline.policies().stream().anyMatch(Fault.class::isInstance));
    propagators = making.wasGiven(guard, "propagate");
    permitTaken = making.hasCalled("Bulkhead.tryAcquire");
    answers = making.given("result");
  }

  /** A drawn fallback returns null, and so may a drawn change of results. */
  boolean mayReturn(@Nullable Object result) {
    return fault && (result == null || answers.stream().anyMatch(answer -> answer == result));
  }

  /** Returns whether the library itself may end a call of the guard so. Faults and fallbacks may make all exceptions. */
  boolean mayRefuseWith(Throwable refusal) {
    return (fault && refusal instanceof ResilienceException) || Refusals.fit(guard, refusal);
  }

  /** Returns whether no call may ever reach the task. */
  boolean mayRefuseAll() {
    return fault || propagators || permitTaken || Refusals.mayBeAll(guard);
  }

  boolean mayThrow(Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    if (failure instanceof Functions.CallbackFault) {
      return fault || propagators;
    }
    return (fault && failure instanceof IOException && message.equals("made by a callback"))
        // A supplier of failures that makes none.
        || (fault && message.equals("failure must not be null, but was null"))
        || (propagators
            && failure instanceof IllegalStateException
            && message.matches("(?s)context propagator .* captured null"));
  }
}
