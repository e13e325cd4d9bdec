package dev.recloser.circuitbreaker;

import dev.recloser.Outcome;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import java.util.ArrayList;
import java.util.List;

/** What the plain breaker did in one step. */
final class PlainNews {
  final List<State> moves = new ArrayList<>();

  /** In metrics-only state, whether each rule that was crossed is exceeded now. */
  final List<Boolean> crossings = new ArrayList<>();

  int reclaimed;
  int rejected;
  int stragglers;
  private int failures;
  private int ignored;

  void ended(Outcome outcome) {
    failures += outcome == Outcome.FAILURE ? 1 : 0;
    ignored += outcome == Outcome.IGNORED ? 1 : 0;
  }

  String counted() {
    return Reading.counted(failures, rejected, ignored, stragglers);
  }
}
