package dev.recloser.circuitbreaker;

import dev.recloser.Backoff;
import dev.recloser.Outcome;
import dev.recloser.check.Argument;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * When a circuit breaker trips, how it recovers, and what counts as a failure. Immutable, compared by value; built by
 * {@link #builder}.
 */
public final class CircuitBreakerConfig {
  private static final CircuitBreakerConfig DEFAULTS = builder().build();

  private final Values values;
  private final boolean timesCalls;
  private final boolean readsClock;

  /** The settings, with their defaults where there is one. Compared by value. */
  record Values(
      List<TripRule> tripRules,
      Backoff cooldown,
      Recovery recovery,
      Classification classification,
      boolean eagerHalfOpen,
      boolean rejectionStackTraces,
      Duration retryAfterCap,
      TimeSource timeSource,
      RandomGenerator random) {

    Values {
      Argument.require(!tripRules.isEmpty(), "tripWhen", "must be given a rule", "none");
      for (TripRule rule : tripRules) {
        if (rule instanceof RateRule rate) {
          rate.checkMinimum();
        }
      }
      Argument.require(
          !Argument.notNull("cooldown", cooldown).isNone(),
          "cooldown",
          "must be positive",
          cooldown);
      Argument.notNull("recovery", recovery);
      Argument.notNegative("retryAfterCap", retryAfterCap);
      Argument.notNull("timeSource", timeSource);
      Argument.notNull("random", random);
    }
  }

  CircuitBreakerConfig(Values values) {
    this.values = values;
    this.timesCalls = values.tripRules.stream().anyMatch(TripRule::timesCalls);
    this.readsClock = values.tripRules.stream().anyMatch(TripRule::readsClock);
  }

  /** Returns the settings that suit most: half of at least 20 of the last 100 calls, 30 s, five probes. */
  public static CircuitBreakerConfig ofDefaults() {
    return DEFAULTS;
  }

  /**
   * Returns the settings of the classic breaker: it trips on failures in a row, and closes on the first probe that
   * succeeds. The lease of a probe is as long as the cooldown, which has no jitter.
   *
   * @param failures how many failures in a row trip, at least 1
   * @param cooldown how long it stays open before it probes, positive
   */
  public static CircuitBreakerConfig ofConsecutiveFailures(int failures, Duration cooldown) {
    return builder()
        .tripWhen(TripRule.consecutiveFailures(Argument.atLeast(1, "failures", failures)))
        .cooldown(Backoff.fixed(Argument.positive("cooldown", cooldown)))
        .recovery(Recovery.consecutive(1).lease(cooldown))
        .build();
  }

  /** Returns a builder holding the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder holding these settings. */
  public Builder toBuilder() {
    return new Builder().config(this);
  }

  /** Returns the trip rules, any of which trips. */
  public List<TripRule> tripRules() {
    return values.tripRules;
  }

  /** Returns the cooldown, as a function of the openings in a row. */
  public Backoff cooldown() {
    return values.cooldown;
  }

  /** Returns how the breaker recovers. */
  public Recovery recovery() {
    return values.recovery;
  }

  /** Returns whether half-open is entered by a timer. */
  public boolean eagerHalfOpen() {
    return values.eagerHalfOpen;
  }

  /** Returns whether each refusal has a stack trace of its own. */
  public boolean rejectionStackTraces() {
    return values.rejectionStackTraces;
  }

  /** Returns the most that a failure's hint can stretch a cooldown to. */
  public Duration retryAfterCap() {
    return values.retryAfterCap;
  }

  /** Returns what the breaker runs on. */
  public TimeSource timeSource() {
    return values.timeSource;
  }

  /** Returns where random numbers come from. */
  public RandomGenerator random() {
    return values.random;
  }

  /**
   * Returns what a failed call counts as by these settings.
   *
   * @param failure what the call threw
   * @return the outcome; {@link Outcome#FAILURE} also if a predicate of yours throws
   */
  public Outcome outcomeOf(Throwable failure) {
    Argument.notNull("failure", failure);
    try {
      return values.classification.ofFailure(failure);
    } catch (Throwable fault) {
      return Outcome.FAILURE;
    }
  }

  Classification classification() {
    return values.classification;
  }

  boolean timesCalls() {
    return timesCalls;
  }

  boolean readsClock() {
    return readsClock;
  }

  Values values() {
    return values;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CircuitBreakerConfig config && values.equals(config.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return "CircuitBreakerConfig[tripWhen=" + tripRules() + ", cooldown=" + cooldown()
        + ", recovery=" + recovery() + "]";
  }

  /** Builds a {@link CircuitBreakerConfig}. */
  public static final class Builder extends CircuitBreakerSettings<Builder> {

    private Builder() {}

    @Override
    Builder self() {
      return this;
    }

    /**
     * Builds the settings.
     *
     * @throws IllegalArgumentException if a setting is missing or out of its range
     */
    public CircuitBreakerConfig build() {
      return buildConfig();
    }
  }
}
