package dev.recloser.circuitbreaker;

import dev.recloser.circuitbreaker.CircuitBreakerEvent.Transition;
import dev.recloser.event.Event.Origin;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * One stay of the breaker in one state. Every entry into a state makes a new epoch, also into the state it is in; a
 * call that outlives the epoch that admitted it is a straggler.
 */
abstract sealed class Epoch permits Recording, Open, HalfOpen, ForcedOpen, Disabled {

  /**
   * How an epoch began.
   *
   * @param sequence the number of the event that tells of it
   * @param since the date and time, for people to read
   * @param reason why, for people to read
   * @param history what it takes over from the epochs before
   */
  record Birth(long sequence, Instant since, String reason, History history) {}

  /**
   * What outlives an epoch, until the breaker closes.
   *
   * @param openings how many times in a row the breaker has opened
   * @param cooldown the cooldown of the last opening; zero if there was none
   * @param doublings how many leases of probes had to be reclaimed
   */
  record History(int openings, Duration cooldown, int doublings) {
    static final History CLEAN = new History(0, Duration.ZERO, 0);

    History opened(Duration nextCooldown) {
      return new History(Math.max(openings, openings + 1), nextCooldown, doublings);
    }

    History withDoublings(int leases) {
      return new History(openings, cooldown, leases);
    }
  }

  private final long sequence;
  private final Instant since;
  private final String reason;
  private final History history;

  Epoch(Birth birth) {
    this.sequence = birth.sequence();
    this.since = birth.since();
    this.reason = birth.reason();
    this.history = birth.history();
  }

  /** Returns the number of the event that tells of its beginning. */
  long sequence() {
    return sequence;
  }

  /** Returns when it began, for people to read. */
  Instant since() {
    return since;
  }

  /** Returns why it began, for people to read. */
  String reason() {
    return reason;
  }

  History history() {
    return history;
  }

  /** Returns what the next epoch takes over, if a hand ends this one now. */
  History historyNow() {
    return history;
  }

  abstract CircuitBreaker.State state();

  /** Returns the event that tells of this epoch's beginning: for one that only a hand begins, that it did. */
  Transition announcement(Origin origin, CircuitBreakerSnapshot before) {
    return new CircuitBreakerEvent.Overridden(origin, before, state(), reason);
  }

  /** Returns the type of that event. */
  Class<? extends Transition> announcedAs() {
    return CircuitBreakerEvent.Overridden.class;
  }

  /** Returns how the trip rules stand; for an open epoch, how they stood when it tripped. */
  List<RuleSnapshot> rules(long nowNanos) {
    return List.of();
  }

  /** Returns how the probes stand; null unless half-open. */
  @Nullable
  ProbeSnapshot probes() {
    return null;
  }

  /** Returns the share of calls that pass; empty unless that is growing. */
  OptionalDouble admittedShare(long nowNanos) {
    return OptionalDouble.empty();
  }

  /** Returns what the call threw that led to this epoch; null if none did. */
  @Nullable
  Throwable lastFailure() {
    return null;
  }

  Optional<Duration> retryAfter(long nowNanos) {
    return Optional.empty();
  }

  /** Stops what the epoch has set going. Called once, after another epoch has taken its place. */
  void retire() {}
}
