package dev.recloser.proof.oracle;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A step that has been played on both breakers.
 *
 * @param setup the settings
 * @param step the step
 * @param at when it began
 * @param facts what is known of it, from what was done so far and not from the breakers' readings
 * @param before how ours stood before
 * @param actions what the step was for the peer
 * @param ours how ours stands now
 * @param theirs how the peer stands now
 * @param <S> the settings
 */
record Situation<S extends Setup>(
    S setup,
    Step step,
    long at,
    Facts facts,
    Reading before,
    List<PeerAction> actions,
    Reading ours,
    Reading theirs) {

  /**
   * What is known of a step.
   *
   * @param stale whether it reports a call of a state that has ended, or a probe whose lease was reclaimed
   * @param duration how long the call took that it ends, in nanoseconds; negative if it ends none
   * @param cooldownEndsNow whether the cooldown ends at the very instant of the step
   * @param overdue how long each probe has had its slot that has had it for longer than its lease
   * @param running how many calls run that ours let through in its state, but for that of this step and the overdue ones
   * @param opened whether ours opened by this step, not by hand
   * @param moves what has opened it, or overridden its state, since it was last closed
   * @param book the recorded calls
   */
  record Facts(
      boolean stale,
      long duration,
      boolean cooldownEndsNow,
      List<Long> overdue,
      int running,
      boolean opened,
      List<Hand> moves,
      Book book) {

    Facts after(boolean hasOpened, List<Hand> since) {
      return new Facts(stale, duration, cooldownEndsNow, overdue, running, hasOpened, since, book);
    }

    /** Returns how many times in a row ours has opened, this step included. */
    int openings() {
      return (int) moves.stream().filter(Hand::countsAsOpening).count();
    }
  }

  boolean agrees() {
    return setup.comparable(ours).equals(setup.comparable(theirs));
  }

  /** Returns whether both let a call through, or neither, and have refused as many so far. */
  boolean answeredAlike() {
    return ours.permitted() == theirs.permitted() && ours.rejected() == theirs.rejected();
  }

  Situation<S> with(List<PeerAction> otherActions, Reading othersReading) {
    return new Situation<>(setup, step, at, facts, before, otherActions, ours, othersReading);
  }

  Situation<S> withOurs(Reading reading, Facts now) {
    return new Situation<>(setup, step, at, now, before, actions, reading, theirs);
  }

  /** Returns how the call ends that this step ends; null if it ends none, or a stale one. */
  @Nullable
  Ending ending() {
    if (step instanceof Step.End end) {
      return facts.stale() ? null : end.ending();
    }
    return step instanceof Step.Call call && ours.permitted() ? call.ending() : null;
  }

  boolean asks() {
    return step instanceof Step.Acquire || step instanceof Step.Call;
  }

  /** Returns when the step was over. */
  long end() {
    return step instanceof Step.Call && ours.permitted() ? at + facts.duration() : at;
  }

  boolean moved(State from, State to) {
    return before.state() == from && ours.state() == to;
  }
}
