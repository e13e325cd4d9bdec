package dev.recloser.retry;

import dev.recloser.Call;
import dev.recloser.Deadline;
import dev.recloser.RejectedException;
import dev.recloser.RetryBudget;
import dev.recloser.classify.Causes;
import dev.recloser.retry.RetryEvent.Reason;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The attempts of one call: decides after each whether another follows. The same for blocking and async calls. */
final class Attempts {
  private final RetryConfig config;
  private final RetryAnnouncer announcer;
  private final RetryBudget budget;
  private final RetryJudge judge;
  private final long startedAt;
  private final Call call = Call.current();

  private final EarlierFailures earlier = new EarlierFailures();
  private final AtomicBoolean ended = new AtomicBoolean();
  private boolean hasResults = true;
  private int attempt = 1;
  private volatile @Nullable Throwable lastFailure;
  private Duration previousDelay = Duration.ZERO;

  Attempts(
      RetryConfig config,
      RetryBudget budget,
      RetryAnnouncer announcer,
      RetryJudge judge,
      long startedAt) {
    this.config = config;
    this.announcer = announcer;
    this.budget = budget;
    this.judge = judge;
    this.startedAt = startedAt;
  }

  /** Accepts any result: the task has none. */
  Attempts withoutResults() {
    hasResults = false;
    return this;
  }

  /** Returns whether the result is one to try again for; one that cannot be judged is accepted. */
  boolean rejectsResult(@Nullable Object result) {
    if (!hasResults) {
      return false;
    }
    try {
      return switch (judge.ofResult(result)) {
        case RETRY -> true;
        case ACCEPT -> false;
        case AS_CONFIGURED -> config.retriesResult(result);
      };
    } catch (Throwable fault) {
      announcer.callbackFailed(judged("retryOnResult predicate"), fault);
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
    lastFailure = failure;
    try {
      if (failure != null && !retries(failure)) {
        return giveUp(Reason.NOT_RETRYABLE);
      }
      if (attempt >= config.maxAttempts()) {
        return giveUp(Reason.NO_ATTEMPTS_LEFT);
      }
      Duration delay = config.backoff().delay(attempt, previousDelay, config.random());
      if (delay == null) {
        throw new NullPointerException("the backoff returned no delay");
      }
      if (delay.isNegative()) {
        return giveUp(Reason.STOPPED);
      }
      return follow(
          longer(delay, hint(failure == null ? result : Causes.unwrap(failure))), delay, failure);
    } catch (Throwable fault) {
      announcer.callbackFailed(judged("retryOn predicate or backoff"), fault);
      earlier.add(fault);
      return giveUp(Reason.CALLBACK_FAILED);
    }
  }

  private boolean retries(Throwable failure) {
    return switch (judge.ofFailure(Causes.unwrap(failure))) {
      case RETRY -> true;
      case ACCEPT -> false;
      case AS_CONFIGURED -> config.retries(failure);
    };
  }

  private @Nullable Duration follow(Duration delay, Duration drawn, @Nullable Throwable failure) {
    if (outOfTime(delay)) {
      return giveUp(Reason.NO_TIME_LEFT);
    }
    if (!budget.tryWithdraw()) {
      return giveUp(Reason.NO_BUDGET_LEFT);
    }
    announcer.retrying(attempt, delay, failure);
    previousDelay = drawn;
    return delay;
  }

  /** Begins the next attempt after the wait; returns whether it may, which it may not if the wait took too long. */
  boolean startNext() {
    if (outOfTime(Duration.ZERO)) {
      end(Reason.NO_TIME_LEFT);
      return false;
    }
    Throwable failure = lastFailure;
    if (failure != null) {
      earlier.add(failure);
    }
    attempt++;
    return true;
  }

  /** Notes a success; tells of it, if it took more than one attempt. */
  void succeeded() {
    if (ended.compareAndSet(false, true) && attempt > 1) {
      announcer.recovered(attempt);
    }
  }

  /** Ends the attempts, from any thread; returns whether they had not ended before. */
  boolean end(Reason reason) {
    if (!ended.compareAndSet(false, true)) {
      return false;
    }
    announcer.gaveUp(attempt, reason, lastFailure);
    return true;
  }

  private @Nullable Duration giveUp(Reason reason) {
    end(reason);
    return null;
  }

  /** Returns the failure that the caller gets: the last one itself, with those before suppressed into it. */
  Throwable toThrow(Throwable last) {
    Throwable thrown = last instanceof RejectedException refusal && earlier.hasOtherThan(last)
        ? ofOneCall(refusal)
        : last;
    earlier.suppressInto(thrown);
    return thrown;
  }

  /** A refusal of a policy of the user's may have no such copy. */
  private static Throwable ofOneCall(RejectedException refusal) {
    try {
      return refusal.ofOneCall();
    } catch (RuntimeException fault) {
      return refusal;
    }
  }

  /** Returns what the attempt that runs now tells the task. */
  Call call() {
    return call.atAttempt(attempt);
  }

  int attempt() {
    return attempt;
  }

  private boolean outOfTime(Duration delay) {
    Deadline deadline = call.deadline().orElse(null);
    if (deadline != null && deadline.remaining().compareTo(delay) <= 0) {
      return true;
    }
    Duration most = config.values().maxDuration();
    if (most == null) {
      return false;
    }
    long spent = Math.max(0, config.timeSource().nanoTime() - startedAt);
    long left = TimeSource.saturatedNanos(most) - spent;
    return TimeSource.saturatedNanos(delay) >= left;
  }

  private Duration hint(@Nullable Object evidence) {
    Optional<Duration> hint = judge.retryAfter(evidence);
    Duration cap = config.retryAfterCap();
    return hint.map(wait -> wait.compareTo(cap) < 0 ? wait : cap).orElse(Duration.ZERO);
  }

  /** Names the callbacks that may have failed. */
  private String judged(String callbacks) {
    return judge == AsConfigured.JUDGE ? callbacks : "judge, " + callbacks;
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) >= 0 ? one : other;
  }
}
