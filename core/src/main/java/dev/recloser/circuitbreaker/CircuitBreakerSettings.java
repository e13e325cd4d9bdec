package dev.recloser.circuitbreaker;

import dev.recloser.Backoff;
import dev.recloser.check.Argument;
import dev.recloser.classify.ThrowableRules;
import dev.recloser.time.Randomness;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What can be set on a circuit breaker; what is not set keeps its default.
 *
 * @param <B> the builder
 */
public abstract sealed class CircuitBreakerSettings<B extends CircuitBreakerSettings<B>>
    permits CircuitBreakerConfig.Builder, CircuitBreaker.Builder {
  private List<TripRule> tripRules =
      List.of(TripRule.failureRate(0.5).overCalls(100).minimumCalls(20));
  private Backoff cooldown = Backoff.fixed(Duration.ofSeconds(30)).withJitter(0.1);
  private Recovery recovery = Recovery.probes(5);
  private Classification classification = Classification.DEFAULT;
  private boolean eagerHalfOpen;
  private boolean rejectionStackTraces;
  private Duration retryAfterCap = Duration.ofMinutes(5);
  private TimeSource timeSource = TimeSource.system();
  private RandomGenerator random = Randomness.system();

  CircuitBreakerSettings() {}

  abstract B self();

  /**
   * Starts from other settings, in place of those made so far.
   *
   * @param config the settings
   */
  public B config(CircuitBreakerConfig config) {
    CircuitBreakerConfig.Values values = Argument.notNull("config", config).values();
    tripRules = values.tripRules();
    cooldown = values.cooldown();
    recovery = values.recovery();
    classification = values.classification();
    eagerHalfOpen = values.eagerHalfOpen();
    rejectionStackTraces = values.rejectionStackTraces();
    retryAfterCap = values.retryAfterCap();
    timeSource = values.timeSource();
    random = values.random();
    return self();
  }

  /**
   * Sets the rules, any of which trips the breaker. Default: {@code failureRate(0.5).overCalls(100).minimumCalls(20)}.
   *
   * @param rules the rules, at least one
   */
  public B tripWhen(TripRule... rules) {
    tripRules = Argument.noneNull("tripWhen", rules).stream().distinct().toList();
    return self();
  }

  /**
   * Sets how long the breaker stays open before it probes, as a function of how many times in a row it has opened.
   * If the function throws, or returns nothing positive, the last good cooldown is used, or 30 seconds, and an event
   * tells. Default: 30 seconds, jittered by a tenth.
   *
   * @param cooldown the cooldown, such as {@link Backoff#fixed}
   */
  public B cooldown(Backoff cooldown) {
    this.cooldown = cooldown;
    return self();
  }

  /**
   * Sets how the breaker finds out that the dependency is well again. Default: {@code Recovery.probes(5)}.
   *
   * @param recovery the recovery
   */
  public B recovery(Recovery recovery) {
    this.recovery = recovery;
    return self();
  }

  /**
   * Adds exceptions that count for nothing. Where types of {@code ignore} and {@code failOn} both match, the more
   * specific one wins. Default: errors, interruption, and refusals of inner policies.
   *
   * @param types the types, with their subtypes
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // The array is only read.
  public final B ignore(Class<? extends Throwable>... types) {
    return throwables(classification.throwables().out("ignore", types));
  }

  /**
   * Adds exceptions that count for nothing. Predicates are asked after all types, and after the defaults.
   *
   * @param predicate says which
   */
  public B ignore(Predicate<? super Throwable> predicate) {
    return throwables(classification.throwables().out("ignore", predicate));
  }

  /**
   * Adds exceptions that are failures. Once any are named, exceptions that match nothing are successes: the dependency
   * answered. Default: all exceptions that are not ignored.
   *
   * @param types the types, with their subtypes
   */
  @SafeVarargs
  @SuppressWarnings("varargs") // The array is only read.
  public final B failOn(Class<? extends Throwable>... types) {
    return throwables(classification.throwables().in("failOn", types));
  }

  /**
   * Adds exceptions that are failures. Predicates are asked after all types, and after the defaults.
   *
   * @param predicate says which
   */
  public B failOn(Predicate<? super Throwable> predicate) {
    return throwables(classification.throwables().in("failOn", predicate));
  }

  /**
   * Adds results that are failures. Default: none.
   *
   * @param predicate says which; it is asked about null results too
   */
  public B failOnResult(Predicate<@Nullable Object> predicate) {
    classification = classification.withBadResults(predicate);
    return self();
  }

  /**
   * Adds results that count for nothing. Default: none.
   *
   * @param predicate says which; it is asked about null results too
   */
  public B ignoreResult(Predicate<@Nullable Object> predicate) {
    classification = classification.withIgnoredResults(predicate);
    return self();
  }

  /** Forgets all that was said of exceptions and results, so that the defaults hold again. */
  public B defaultOutcomes() {
    classification = Classification.DEFAULT;
    return self();
  }

  /**
   * Sets whether a timer makes the breaker half-open when the cooldown ends, for the sake of observers. Without it
   * the next call does. Default: false.
   *
   * @param eager whether a timer is set at each opening
   */
  public B eagerHalfOpen(boolean eager) {
    eagerHalfOpen = eager;
    return self();
  }

  /**
   * Sets whether each refusal is an exception of its own with a stack trace. Default: false.
   *
   * @param stackTraces whether stack traces are recorded
   */
  public B rejectionStackTraces(boolean stackTraces) {
    rejectionStackTraces = stackTraces;
    return self();
  }

  /**
   * Sets up to what a failure that is a {@link dev.recloser.RetryAfter} can lengthen the cooldown it leads to. Default:
   * 5 minutes.
   *
   * @param cap the longest cooldown that a hint can lead to; zero ignores hints
   */
  public B retryAfterCap(Duration cap) {
    retryAfterCap = cap;
    return self();
  }

  /**
   * Sets what the breaker runs on. Default: {@link TimeSource#system()}.
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

  CircuitBreakerConfig buildConfig() {
    return new CircuitBreakerConfig(new CircuitBreakerConfig.Values(
        tripRules,
        cooldown,
        recovery,
        classification,
        eagerHalfOpen,
        rejectionStackTraces,
        retryAfterCap,
        timeSource,
        random));
  }

  private B throwables(ThrowableRules rules) {
    classification = classification.withThrowables(rules);
    return self();
  }
}
