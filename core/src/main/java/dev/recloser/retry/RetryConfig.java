package dev.recloser.retry;

import dev.recloser.Backoff;
import dev.recloser.CallInterruptedException;
import dev.recloser.RejectedException;
import dev.recloser.RetryBudget;
import dev.recloser.check.Argument;
import dev.recloser.classify.Causes;
import dev.recloser.classify.Predicates;
import dev.recloser.classify.ThrowableRules;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** How often and how long a retry tries, and for what. Immutable, compared by value; built by {@link #builder}. */
public final class RetryConfig {
  private static final RetryConfig DEFAULTS = builder().build();

  private final Values values;

  /** The settings. Compared by value. */
  record Values(
      int maxAttempts,
      Backoff backoff,
      ThrowableRules throwables,
      Predicates<@Nullable Object> badResults,
      @Nullable Duration maxDuration,
      Duration retryAfterCap,
      @Nullable RetryBudget budget,
      TimeSource timeSource,
      RandomGenerator random) {

    Values {
      Argument.atLeast(1, "maxAttempts", maxAttempts);
      Argument.notNull("backoff", backoff);
      Argument.notNegative("retryAfterCap", retryAfterCap);
      Argument.notNull("timeSource", timeSource);
      Argument.notNull("random", random);
    }
  }

  RetryConfig(Values values) {
    this.values = values;
  }

  /** Returns the settings that suit most: three attempts, 200 ms and 400 ms apart, jittered by a fifth. */
  public static RetryConfig ofDefaults() {
    return DEFAULTS;
  }

  /** Returns a builder holding the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder holding these settings. */
  public Builder toBuilder() {
    return new Builder().config(this);
  }

  /** Returns how many attempts are made at the most, the first included. */
  public int maxAttempts() {
    return values.maxAttempts;
  }

  /** Returns the delay between attempts. */
  public Backoff backoff() {
    return values.backoff;
  }

  /** Returns how long after the first attempt the last one may start; empty if there is no limit. */
  public Optional<Duration> maxDuration() {
    return Optional.ofNullable(values.maxDuration);
  }

  /** Returns the most that is waited on a hint. */
  public Duration retryAfterCap() {
    return values.retryAfterCap;
  }

  /** Returns the budget that is shared with others; empty if each retry has its own. */
  public Optional<RetryBudget> budget() {
    return Optional.ofNullable(values.budget);
  }

  /** Returns what the retry runs on. */
  public TimeSource timeSource() {
    return values.timeSource;
  }

  /** Returns where random numbers come from. */
  public RandomGenerator random() {
    return values.random;
  }

  Values values() {
    return values;
  }

  boolean judgesResults() {
    return !values.badResults.isEmpty();
  }

  /** Judges by the user's types, then by our defaults, then by the user's predicates. */
  boolean retries(Throwable thrown) {
    Throwable failure = Causes.unwrap(thrown);
    ThrowableRules.Verdict verdict = values.throwables.byType(failure);
    if (verdict == ThrowableRules.Verdict.UNKNOWN) {
      if (notRetriedByDefault(failure)) {
        return false;
      }
      verdict = values.throwables.byPredicate(failure);
    }
    return verdict == ThrowableRules.Verdict.IN
        || (verdict == ThrowableRules.Verdict.UNKNOWN && !values.throwables.nameWhatIsIn());
  }

  boolean retriesResult(@Nullable Object result) {
    return values.badResults.anyMatch(result);
  }

  private static boolean notRetriedByDefault(Throwable failure) {
    return failure instanceof Error
        || failure instanceof RejectedException
        || failure instanceof InterruptedException
        || failure instanceof CallInterruptedException
        || failure instanceof CancellationException;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RetryConfig config && values.equals(config.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  @Override
  public String toString() {
    return "RetryConfig[maxAttempts=" + maxAttempts() + ", backoff=" + backoff() + "]";
  }

  /** Builds a {@link RetryConfig}. */
  public static final class Builder extends RetrySettings<Builder> {

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
    public RetryConfig build() {
      return buildConfig();
    }
  }
}
