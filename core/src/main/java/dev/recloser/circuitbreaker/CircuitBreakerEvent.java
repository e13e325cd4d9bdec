package dev.recloser.circuitbreaker;

import dev.recloser.Outcome;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.event.Event;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Something that a circuit breaker did. */
public sealed interface CircuitBreakerEvent extends Event {

  /** A change of state. It carries the reading of the state that ended: what led to the change. */
  sealed interface Transition extends CircuitBreakerEvent {

    /** Returns how the breaker stood when the change was made. */
    CircuitBreakerSnapshot before();

    /** Returns the new state. */
    State to();

    /** Returns the state before. */
    default State from() {
      return before().state();
    }

    /** Returns why, for people to read. */
    String reason();
  }

  /**
   * The breaker opened, and refuses calls until the cooldown has passed.
   *
   * @param origin when and by whom
   * @param before how the breaker stood
   * @param reason why
   * @param cooldown how long it will refuse calls
   * @param openings which opening in a row this is, from 1
   * @param lastFailure what the call threw that tipped it; null if it threw nothing
   */
  record Tripped(
      Origin origin,
      CircuitBreakerSnapshot before,
      String reason,
      Duration cooldown,
      int openings,
      @Nullable Throwable lastFailure)
      implements Transition {

    @Override
    public State to() {
      return State.OPEN;
    }
  }

  /**
   * The cooldown passed and a few probes may run; or they have succeeded, and a ramp-up begins.
   *
   * @param origin when and by whom
   * @param before how the breaker stood
   * @param reason why
   */
  record HalfOpened(Origin origin, CircuitBreakerSnapshot before, String reason)
      implements Transition {

    @Override
    public State to() {
      return State.HALF_OPEN;
    }
  }

  /**
   * The breaker closed: the probes succeeded, or it was reset.
   *
   * @param origin when and by whom
   * @param before how the breaker stood
   * @param reason why
   */
  record Closed(Origin origin, CircuitBreakerSnapshot before, String reason) implements Transition {

    @Override
    public State to() {
      return State.CLOSED;
    }
  }

  /**
   * The breaker was set by hand to a state that only a hand can end.
   *
   * @param origin when and by whom
   * @param before how the breaker stood
   * @param to which state: forced open, disabled or metrics only
   * @param reason why
   */
  record Overridden(Origin origin, CircuitBreakerSnapshot before, State to, String reason)
      implements Transition {}

  /**
   * A call was refused.
   *
   * @param origin when and by whom
   * @param state the state that refused it
   * @param reason why the breaker is in that state
   */
  record Rejected(Origin origin, State state, String reason) implements CircuitBreakerEvent {}

  /**
   * A call ended in the state that admitted it.
   *
   * @param origin when and by whom
   * @param outcome what it counts as
   * @param state the state
   * @param failure what it threw; null if it threw nothing
   * @param duration how long it took; null if that was not measured
   */
  record Finished(
      Origin origin,
      Outcome outcome,
      State state,
      @Nullable Throwable failure,
      @Nullable Duration duration)
      implements CircuitBreakerEvent {}

  /**
   * A call ended after the state that admitted it had. It changed nothing.
   *
   * @param origin when and by whom
   * @param outcome what it would have counted as
   * @param admittedIn the state that admitted it
   * @param failure what it threw; null if it threw nothing
   */
  record Straggled(
      Origin origin,
      Outcome outcome,
      State admittedIn,
      @Nullable Throwable failure) implements CircuitBreakerEvent {}

  /**
   * A probe did not report before its lease ended, and its slot was taken from it.
   *
   * @param origin when and by whom
   * @param lease how long it had
   */
  record LeaseReclaimed(Origin origin, Duration lease) implements CircuitBreakerEvent {}

  /**
   * In metrics-only state, a rule was crossed.
   *
   * @param origin when and by whom
   * @param rule how the rule stands
   * @param exceeded true if a closed breaker would trip now, false if that is over
   */
  record WouldTrip(Origin origin, RuleSnapshot rule, boolean exceeded)
      implements CircuitBreakerEvent {}

  /**
   * The settings were changed.
   *
   * @param origin when and by whom
   * @param before the old settings
   * @param after the new ones
   */
  record Reconfigured(Origin origin, CircuitBreakerConfig before, CircuitBreakerConfig after)
      implements CircuitBreakerEvent {}

  /**
   * Code that the user gave to the breaker failed, and a stated default was used in its place.
   *
   * @param origin when and by whom
   * @param callback which code
   * @param fault what it threw
   */
  record CallbackFailed(Origin origin, String callback, Throwable fault)
      implements CircuitBreakerEvent {}
}
