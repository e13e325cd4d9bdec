package dev.recloser.proof.oracle;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import java.util.ArrayList;
import java.util.List;

/** Makes false readings of a true one, each with another difference, as a faulty breaker might show. */
final class Lie {

  private Lie() {}

  /** Returns readings that are off in one field by a given amount, or name another state. */
  static List<Reading> about(Reading truth, int by) {
    List<Reading> lies = new ArrayList<>();
    for (int off : List.of(by, -by)) {
      lies.add(counting(truth, off, 0, 0));
      lies.add(counting(truth, 0, off, 0));
      lies.add(counting(truth, 0, 0, off));
      lies.add(counting(truth, off, off, off));
      lies.add(answering(truth, truth.permitted(), truth.free() + off, truth.rejected()));
      lies.add(answering(truth, truth.permitted(), truth.free(), truth.rejected() + off));
      lies.add(truth.withOpening(truth.opening() + off));
    }
    lies.add(answering(truth, !truth.permitted(), truth.free(), truth.rejected()));
    lies.add(answering(truth, !truth.permitted(), truth.free(), truth.rejected() + 1));
    for (State state : State.values()) {
      lies.add(in(state, truth, truth.calls()));
      lies.add(in(state, truth, by));
    }
    return lies;
  }

  private static Reading counting(Reading truth, int calls, int failed, int slow) {
    return new Reading(
        truth.permitted(),
        truth.state(),
        truth.calls() + calls,
        truth.failed() + failed,
        truth.slow() + slow,
        truth.rated(),
        truth.free(),
        truth.rejected(),
        truth.opening());
  }

  private static Reading answering(Reading truth, boolean permitted, int free, long rejected) {
    return new Reading(
        permitted,
        truth.state(),
        truth.calls(),
        truth.failed(),
        truth.slow(),
        truth.rated(),
        free,
        rejected,
        truth.opening());
  }

  private static Reading in(State state, Reading truth, long calls) {
    if (state == State.OPEN || state == State.FORCED_OPEN || state == State.DISABLED) {
      return Reading.unrecorded(truth.permitted(), state, truth.rejected(), truth.opening());
    }
    return new Reading(
        truth.permitted(),
        state,
        calls,
        truth.failed(),
        truth.slow(),
        !truth.rated(),
        truth.free(),
        truth.rejected(),
        truth.opening());
  }
}
