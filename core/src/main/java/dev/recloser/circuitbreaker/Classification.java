package dev.recloser.circuitbreaker;

import dev.recloser.Call;
import dev.recloser.CallInterruptedException;
import dev.recloser.Deadline;
import dev.recloser.Outcome;
import dev.recloser.RejectedException;
import dev.recloser.classify.Causes;
import dev.recloser.classify.Predicates;
import dev.recloser.classify.ThrowableRules;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What counts as a failure, and what counts for nothing.
 *
 * @param throwables what the user says of throwables: in is a failure, out is ignored
 * @param badResults what the user calls a failed result
 * @param ignoredResults what the user says of results that count for nothing
 */
record Classification(
    ThrowableRules throwables,
    Predicates<@Nullable Object> badResults,
    Predicates<@Nullable Object> ignoredResults) {

  static final Classification DEFAULT =
      new Classification(ThrowableRules.NONE, Predicates.none(), Predicates.none());

  Classification withThrowables(ThrowableRules rules) {
    return new Classification(rules, badResults, ignoredResults);
  }

  Classification withBadResults(Predicate<@Nullable Object> predicate) {
    return new Classification(
        throwables, badResults.and("failOnResult", predicate), ignoredResults);
  }

  Classification withIgnoredResults(Predicate<@Nullable Object> predicate) {
    return new Classification(
        throwables, badResults, ignoredResults.and("ignoreResult", predicate));
  }

  boolean judgesResults() {
    return !badResults.isEmpty() || !ignoredResults.isEmpty();
  }

  Outcome ofResult(@Nullable Object result) {
    if (ignoredResults.anyMatch(result)) {
      return Outcome.IGNORED;
    }
    return badResults.anyMatch(result) ? Outcome.FAILURE : Outcome.SUCCESS;
  }

  /** Judges what a call threw by what is under the wrappers. */
  Outcome ofFailure(Throwable thrown) {
    return ofCause(Causes.unwrap(thrown));
  }

  /** Judges by the user's types, then by our defaults, then by the user's predicates. */
  Outcome ofCause(Throwable failure) {
    ThrowableRules.Verdict verdict = throwables.byType(failure);
    if (verdict == ThrowableRules.Verdict.UNKNOWN) {
      if (isInterruption(failure)) {
        // A call that is interrupted since its time is up was too slow; any other interruption is
        // the caller's affair.
        return outOfTime() ? Outcome.FAILURE : Outcome.IGNORED;
      }
      if (failure instanceof Error || failure instanceof RejectedException) {
        return Outcome.IGNORED;
      }
      verdict = throwables.byPredicate(failure);
    }
    if (verdict == ThrowableRules.Verdict.UNKNOWN) {
      return throwables.nameWhatIsIn() ? Outcome.SUCCESS : Outcome.FAILURE;
    }
    return verdict == ThrowableRules.Verdict.IN ? Outcome.FAILURE : Outcome.IGNORED;
  }

  private static boolean isInterruption(Throwable failure) {
    return failure instanceof InterruptedException || failure instanceof CallInterruptedException;
  }

  private static boolean outOfTime() {
    Deadline deadline = Call.current().deadline().orElse(null);
    return deadline != null && deadline.hasPassed();
  }
}
