package dev.recloser.retry;

import dev.recloser.Backoff;
import dev.recloser.RetryBudget;
import dev.recloser.check.Argument;
import dev.recloser.classify.Predicates;
import dev.recloser.classify.ThrowableRules;
import dev.recloser.time.Randomness;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What can be set on a retry; what is not set keeps its default.
 *
 * @param <B> the builder
 */
public abstract sealed class RetrySettings<B extends RetrySettings<B>>
    permits RetryConfig.Builder, Retry.Builder {
  private int maxAttempts = 3;
  private Backoff backoff =
      Backoff.exponential(Duration.ofMillis(200), 2, Duration.ofSeconds(10)).withJitter(0.2);
  private ThrowableRules throwables = ThrowableRules.NONE;
  private Predicates<@Nullable Object> badResults = Predicates.none();
  private @Nullable Duration maxDuration;
  private Duration retryAfterCap = Duration.ofMinutes(1);
  private @Nullable RetryBudget budget;
  private TimeSource timeSource = TimeSource.system();
  private RandomGenerator random = Randomness.system();

  RetrySettings() {}

  abstract B self();

  /**
   * Starts from other settings, in place of those made so far.
   *
   * @param config the settings
   */
  public B config(RetryConfig config) {
    RetryConfig.Values values = Argument.notNull("config", config).values();
    maxAttempts = values.maxAttempts();
    backoff = values.backoff();
    throwables = values.throwables();
    badResults = values.badResults();
    maxDuration = values.maxDuration();
    retryAfterCap = values.retryAfterCap();
    budget = values.budget();
    timeSource = values.timeSource();
    random = values.random();
    return self();
  }

  /**
   * Sets how many attempts are made at the most, the first included. Default: 3.
   *
   * @param maxAttempts the number of attempts, at least 1
   */
  public B maxAttempts(int maxAttempts) {
    this.maxAttempts = maxAttempts;
    return self();
  }

  /**
   * Sets the delay between attempts. A negative delay ends the retry. Default: 200 ms, doubling up to 10 s, jittered by
   * a fifth.
   *
   * @param backoff the backoff
   */
  public B backoff(Backoff backoff) {
    this.backoff = backoff;
    return self();
  }

  /**
   * Adds exceptions that are retried. Once any are named, no others are. Where types of {@code retryOn} and {@code
   * abortOn} both match, the more specific one wins. Default: all but errors, refusals of inner policies, interruption
   * and cancellation, which are retried only if a type names them.
   *
   * @param types the types, with their subtypes
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // The array is only read.
  public final B retryOn(Class<? extends Throwable>... types) {
    throwables = throwables.in("retryOn", types);
    return self();
  }

  /**
   * Adds exceptions that are retried. Predicates are asked after all types, and after the defaults.
   *
   * @param predicate says which
   */
  public B retryOn(Predicate<? super Throwable> predicate) {
    throwables = throwables.in("retryOn", predicate);
    return self();
  }

  /**
   * Adds exceptions that are not retried.
   *
   * @param types the types, with their subtypes
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // The array is only read.
  public final B abortOn(Class<? extends Throwable>... types) {
    throwables = throwables.out("abortOn", types);
    return self();
  }

  /**
   * Adds exceptions that are not retried. Predicates are asked after all types, and after the defaults.
   *
   * @param predicate says which
   */
  public B abortOn(Predicate<? super Throwable> predicate) {
    throwables = throwables.out("abortOn", predicate);
    return self();
  }

  /**
   * Adds results that are retried; that of the last attempt is returned as it is. Default: none.
   *
   * @param predicate says which; it is asked about null results too
   */
  public B retryOnResult(Predicate<@Nullable Object> predicate) {
    badResults = badResults.and("retryOnResult", predicate);
    return self();
  }

  /**
   * Sets how long after the start of the first attempt another may start. Default: no limit.
   *
   * @param maxDuration how long, positive
   */
  public B maxDuration(Duration maxDuration) {
    this.maxDuration = Argument.positive("maxDuration", maxDuration);
    return self();
  }

  /**
   * Sets up to what the hint of a failure or result that is a {@link dev.recloser.RetryAfter} can stretch a delay.
   * Default: 1 minute.
   *
   * @param cap the longest delay that a hint can lead to; zero ignores hints
   */
  public B retryAfterCap(Duration cap) {
    this.retryAfterCap = cap;
    return self();
  }

  /**
   * Sets the budget that retries are taken from, to share one with others. Default: each retry has a {@link
   * RetryBudget} of its own with the default settings.
   *
   * @param budget the budget; {@link RetryBudget#unlimited()} for none
   */
  public B budget(RetryBudget budget) {
    this.budget = Argument.notNull("budget", budget);
    return self();
  }

  /**
   * Sets what the retry runs on. Default: {@link TimeSource#system()}.
   *
   * @param timeSource the time source
   */
  public B timeSource(TimeSource timeSource) {
    this.timeSource = timeSource;
    return self();
  }

  /**
   * Sets where random numbers come from, for jitter. Default: {@link Randomness#system()}.
   *
   * @param random the source; must be safe for use by many threads
   */
  public B random(RandomGenerator random) {
    this.random = random;
    return self();
  }

  RetryConfig buildConfig() {
    return new RetryConfig(new RetryConfig.Values(
        maxAttempts,
        backoff,
        throwables,
        badResults,
        maxDuration,
        retryAfterCap,
        budget,
        timeSource,
        random));
  }
}
