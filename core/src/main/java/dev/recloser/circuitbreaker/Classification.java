package dev.recloser.circuitbreaker;

import dev.recloser.Call;
import dev.recloser.CallInterruptedException;
import dev.recloser.Deadline;
import dev.recloser.Outcome;
import dev.recloser.RejectedException;
import dev.recloser.check.Argument;
import dev.recloser.classify.Causes;
import dev.recloser.classify.ThrowableRules;
import java.util.ArrayList;
import java.util.List;
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
    List<Predicate<@Nullable Object>> badResults,
    List<Predicate<@Nullable Object>> ignoredResults) {

  static final Classification DEFAULT =
      new Classification(ThrowableRules.NONE, List.of(), List.of());

  Classification withThrowables(ThrowableRules rules) {
    return new Classification(rules, badResults, ignoredResults);
  }

  Classification withBadResults(Predicate<@Nullable Object> predicate) {
    return new Classification(
        throwables, and(badResults, "failOnResult", predicate), ignoredResults);
  }

  Classification withIgnoredResults(Predicate<@Nullable Object> predicate) {
    return new Classification(
        throwables, badResults, and(ignoredResults, "ignoreResult", predicate));
  }

  boolean judgesResults() {
    return !badResults.isEmpty() || !ignoredResults.isEmpty();
  }

  Outcome ofResult(@Nullable Object result) {
    if (anyMatch(ignoredResults, result)) {
      return Outcome.IGNORED;
    }
    return anyMatch(badResults, result) ? Outcome.FAILURE : Outcome.SUCCESS;
  }

  /** Judges by the user's types, then by our defaults, then by the user's predicates. */
  Outcome ofFailure(Throwable thrown) {
    Throwable failure = Causes.unwrap(thrown);
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

  private static boolean anyMatch(
      List<Predicate<@Nullable Object>> predicates, @Nullable Object result) {
    for (int i = 0; i < predicates.size(); i++) {
      if (predicates.get(i).test(result)) {
        return true;
      }
    }
    return false;
  }

  private static List<Predicate<@Nullable Object>> and(
      List<Predicate<@Nullable Object>> some, String name, Predicate<@Nullable Object> one) {
    List<Predicate<@Nullable Object>> all = new ArrayList<>(some);
    all.add(Argument.notNull(name, one));
    return List.copyOf(all);
  }
}
