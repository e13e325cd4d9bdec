package dev.recloser.retry;

import dev.recloser.RejectedException;
import dev.recloser.RetryAfter;
import dev.recloser.RetryBudget;
import dev.recloser.classify.Causes;
import dev.recloser.retry.RetryEvent.Reason;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The attempts of one call: decides after each whether another follows. The same for blocking and async calls. */
final class Attempts {
  private final RetryConfig config;
  private final RetryAnnouncer announcer;
  private final RetryBudget budget;
  private final long startedAt;

  private final EarlierFailures earlier = new EarlierFailures();
  private boolean judgesResults;
  private int attempt = 1;
  private Duration previousDelay = Duration.ZERO;

  Attempts(RetryConfig config, RetryBudget budget, RetryAnnouncer announcer, long startedAt) {
    this.config = config;
    this.announcer = announcer;
    this.budget = budget;
    this.startedAt = startedAt;
    this.judgesResults = config.judgesResults();
  }

  /** Accepts any result: the task has none. */
  Attempts withoutResults() {
    judgesResults = false;
    return this;
  }

  /** Returns whether the result is one to try again for; one that cannot be judged is accepted. */
  boolean rejectsResult(@Nullable Object result) {
    if (!judgesResults) {
      return false;
    }
    try {
      return config.retriesResult(result);
    } catch (Throwable fault) {
      announcer.callbackFailed("retryOnResult predicate", fault);
      return false;
    }
  }

  /**
   * Decides what follows an attempt without success.
   *
   * @param failure what it threw; null if its result is not accepted
   * @param result its result, if it threw nothing
   * @return the delay before the next attempt; null if this was the last one
   */
  @Nullable
  Duration next(@Nullable Throwable failure, @Nullable Object result) {
    try {
      if (failure != null && !config.retries(failure)) {
        return giveUp(Reason.NOT_RETRYABLE, failure);
      }
      if (attempt >= config.maxAttempts()) {
        return giveUp(Reason.NO_ATTEMPTS_LEFT, failure);
      }
      Duration delay = config.backoff().delay(attempt, previousDelay, config.random());
      if (delay.isNegative()) {
        return giveUp(Reason.STOPPED, failure);
      }
      return follow(
          longer(delay, hint(failure == null ? result : Causes.unwrap(failure))), delay, failure);
    } catch (Throwable fault) {
      announcer.callbackFailed("retryOn predicate or backoff", fault);
      if (failure != null) {
        EarlierFailures.suppress(failure, fault);
      }
      return giveUp(Reason.CALLBACK_FAILED, failure);
    }
  }

  private @Nullable Duration follow(Duration delay, Duration drawn, @Nullable Throwable failure) {
    if (outOfTime(delay)) {
      return giveUp(Reason.NO_TIME_LEFT, failure);
    }
    if (!budget.tryWithdraw()) {
      return giveUp(Reason.NO_BUDGET_LEFT, failure);
    }
    announcer.retrying(attempt, delay, failure);
    if (failure != null) {
      earlier.add(failure);
    }
    previousDelay = drawn;
    return delay;
  }

  /** Notes that the next attempt begins. */
  void nextStarted() {
    attempt++;
  }

  /** Tells of a success, if it took more than one attempt. */
  void succeeded() {
    if (attempt > 1) {
      announcer.recovered(attempt);
    }
  }

  @Nullable
  Duration giveUp(Reason reason, @Nullable Throwable failure) {
    announcer.gaveUp(attempt, reason, failure);
    return null;
  }

  /** Returns the failure that the caller gets: the last one itself, with those before suppressed into it. */
  Throwable toThrow(Throwable last) {
    Throwable thrown = last instanceof RejectedException refusal && !earlier.isEmpty()
        ? refusal.ofOneCall()
        : last;
    earlier.suppressInto(thrown);
    return thrown;
  }

  /** Returns the last failure that another attempt followed; null if there was none. */
  @Nullable
  Throwable lastFailure() {
    return earlier.last();
  }

  int attempt() {
    return attempt;
  }

  private boolean outOfTime(Duration delay) {
    Duration most = config.values().maxDuration();
    if (most == null) {
      return false;
    }
    long left = TimeSource.saturatedNanos(most) - (config.timeSource().nanoTime() - startedAt);
    return TimeSource.saturatedNanos(delay) >= left;
  }

  private Duration hint(@Nullable Object evidence) {
    Optional<Duration> hint =
        evidence instanceof RetryAfter hinting ? hinting.retryAfter() : Optional.empty();
    Duration cap = config.retryAfterCap();
    return hint.map(wait -> wait.compareTo(cap) < 0 ? wait : cap).orElse(Duration.ZERO);
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) >= 0 ? one : other;
  }
}
