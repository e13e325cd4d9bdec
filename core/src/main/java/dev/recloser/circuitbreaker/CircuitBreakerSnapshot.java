package dev.recloser.circuitbreaker;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One consistent reading of a circuit breaker.
 *
 * @param name the breaker's name
 * @param state its state
 * @param since when it entered that state, by the wall clock
 * @param reason why it is in that state, for people to read
 * @param rules how the trip rules stand, in the order they were given; open, how they stood when it tripped; empty in
 *     the states that judge nothing
 * @param probes how the probes stand; empty unless half-open and not ramping up yet
 * @param admittedShare the share of calls that pass, while it ramps up; else empty
 * @param openings how many times in a row it has opened since it was last closed
 * @param retryAfter how long until a call may be let through; empty if calls pass, or only a hand can let them
 * @param lastFailure what the call threw that opened it; empty unless open, and if it threw nothing
 * @param failures how many calls failed, health checks included, since the breaker was made
 * @param rejected how many calls it refused, since it was made
 * @param ignored how many calls counted for nothing, since it was made
 * @param stragglers how many calls ended after the state that admitted them, since it was made
 */
public record CircuitBreakerSnapshot(
    String name,
    CircuitBreaker.State state,
    Instant since,
    String reason,
    List<RuleSnapshot> rules,
    Optional<ProbeSnapshot> probes,
    OptionalDouble admittedShare,
    int openings,
    Optional<Duration> retryAfter,
    Optional<Throwable> lastFailure,
    long failures,
    long rejected,
    long ignored,
    long stragglers) {

  /** Makes the list immutable. */
  public CircuitBreakerSnapshot {
    rules = List.copyOf(rules);
  }
}
