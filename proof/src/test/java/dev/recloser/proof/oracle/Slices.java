package dev.recloser.proof.oracle;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import java.util.List;

/** Whether two time windows may differ, because each forgets by slices of its own. */
final class Slices {
  private final Situation<Resilience4jSetup> now;

  /** What a window may hold that forgets neither too early nor too late. */
  private final List<Counts> possible;

  private Slices(Situation<Resilience4jSetup> now) {
    Resilience4jSetup setup = now.setup();
    this.now = now;
    this.possible =
        now.facts().book().possible(now.end(), setup.span() - setup.coarsestSlice(), setup.span());
  }

  /** Returns whether what both read is what some slices would make of the recorded calls. */
  static boolean explain(Situation<Resilience4jSetup> now) {
    if (!now.setup().slicesDiffer()
        || !now.before().records()
        || now.step() instanceof Step.Move
        || !now.answeredAlike()) {
      return false;
    }
    Slices slices = new Slices(now);
    return slices.possible.size() > 1 && slices.explain(now.ours()) && slices.explain(now.theirs());
  }

  private boolean explain(Reading reading) {
    if (reading.state() == State.OPEN && now.before().state() == State.CLOSED) {
      return reading.equals(
              Reading.unrecorded(reading.permitted(), State.OPEN, reading.rejected(), 1))
          && isJudged()
          && possible.stream().anyMatch(now.setup()::trips);
    }
    Counts counts = Counts.of(reading);
    boolean isRated = counts.calls() >= now.setup().minimum();
    boolean shouldHaveTripped =
        reading.state() == State.CLOSED && isJudged() && now.setup().trips(counts);
    return reading.equals(now.before().withCounts(reading.rejected(), counts, isRated))
        && possible.contains(counts)
        && !shouldHaveTripped;
  }

  /** What leaves the window by time alone is judged when the next call is recorded. */
  private boolean isJudged() {
    return now.ending() != null && now.setup().records(now.ending());
  }
}
