package dev.recloser.retry;

import dev.recloser.Call;
import dev.recloser.CallInterruptedException;
import dev.recloser.CheckedRunnable;
import dev.recloser.CheckedSupplier;
import dev.recloser.Next;
import dev.recloser.Policy;
import dev.recloser.RetryBudget;
import dev.recloser.check.Argument;
import dev.recloser.check.Early;
import dev.recloser.event.Subscription;
import dev.recloser.retry.RetryEvent.Reason;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Repeats a failing task a limited number of times, at growing intervals, within a budget.
 *
 * <pre>{@code
 * Retry retry = Retry.ofDefaults("inventory");
 * String body = retry.call(() -> client.get(sku));
 * }</pre>
 *
 * <p>Exceptions are retried, unless told otherwise; errors, refusals of inner policies, interruption and cancellation
 * are not, unless named. When it gives up, the task's own last exception is thrown, the same object; those of the
 * attempts before are suppressed into it. One retry is shared by all callers: it is safe for use by many threads.
 * Blocking calls sleep between attempts on the calling thread, and end with {@link CallInterruptedException} when it is
 * interrupted meanwhile.
 */
public final class Retry implements Policy {

  static {
    Early.initialize(
        Attempts.class,
        EarlierFailures.class,
        BlockingRetry.class,
        AsyncRetry.class,
        Reason.class,
        CallInterruptedException.class,
        Call.class);
  }

  private final RetryConfig config;
  private final RetryBudget budget;
  private final RetryAnnouncer announcer;
  private volatile boolean disabled;

  private Retry(String name, RetryConfig config) {
    this.config = config;
    this.budget = config
        .budget()
        .orElseGet(() -> RetryBudget.builder().timeSource(config.timeSource()).build());
    this.announcer = new RetryAnnouncer(name, config.timeSource());
  }

  /**
   * Returns a retry with the default settings: three attempts, 200 ms and 400 ms apart, jittered by a fifth.
   *
   * @param name what events and messages call it; not blank
   */
  public static Retry ofDefaults(String name) {
    return of(name, RetryConfig.ofDefaults());
  }

  /**
   * Returns a retry with settings made before.
   *
   * @param name what events and messages call it; not blank
   * @param config the settings
   */
  public static Retry of(String name, RetryConfig config) {
    return new Retry(Argument.notBlank("name", name), Argument.notNull("config", config));
  }

  /**
   * Returns a builder holding the defaults.
   *
   * @param name what events and messages call it; not blank
   */
  public static Builder builder(String name) {
    return new Builder(Argument.notBlank("name", name));
  }

  /**
   * Runs the task until it succeeds or the retry gives up.
   *
   * @param task the task
   * @param <T> the type of its value
   * @param <E> what it may throw
   * @return the task's value; that of the last attempt, when results are what is not accepted
   * @throws E what the last attempt throws
   * @throws CallInterruptedException if the thread is interrupted between two attempts
   */
  public <T extends @Nullable Object, E extends Exception> T call(CheckedSupplier<T, E> task)
      throws E {
    return call(Next.task(), task);
  }

  @Override
  public <T extends @Nullable Object, E extends Exception> T call(
      Next next, CheckedSupplier<T, E> task) throws E {
    return call(next, AsConfigured.JUDGE, task);
  }

  /**
   * Runs the task until it succeeds or the retry gives up, as one says who knows more of this call than the settings do.
   *
   * @param judge decides before the settings do
   * @param task the task
   * @param <T> the type of its value
   * @param <E> what it may throw
   * @return the task's value; that of the last attempt, when results are what is not accepted
   * @throws E what the last attempt throws
   * @throws CallInterruptedException if the thread is interrupted between two attempts
   */
  public <T extends @Nullable Object, E extends Exception> T call(
      RetryJudge judge, CheckedSupplier<T, E> task) throws E {
    return call(Next.task(), Argument.notNull("judge", judge), task);
  }

  @SuppressWarnings("NullAway") // The result is null only where T allows it, or beside a failure.
  private <T extends @Nullable Object, E extends Exception> T call(
      Next next, RetryJudge judge, CheckedSupplier<T, E> task) throws E {
    Argument.notNull("task", task);
    if (disabled) {
      return next.call(task);
    }
    long startedAt = begin();
    T result = null;
    Throwable failure = null;
    try {
      result = next.call(task);
    } catch (Throwable thrown) {
      // Dealt with outside of this block: as long as no attempt has failed, the compiler then sees
      // that the task goes nowhere else, and need not allocate a lambda that is one.
      failure = thrown;
    }
    if (failure == null && judge == AsConfigured.JUDGE && !config.judgesResults()) {
      return result;
    }
    return afterFirst(next, task, attempts(judge, startedAt), failure, result);
  }

  /**
   * Runs a task without a result until it succeeds or the retry gives up.
   *
   * @param task the task
   * @param <E> what it may throw
   * @throws E what the last attempt throws
   * @throws CallInterruptedException if the thread is interrupted between two attempts
   */
  public <E extends Exception> void run(CheckedRunnable<E> task) throws E {
    Argument.notNull("task", task);
    if (disabled) {
      task.run();
      return;
    }
    long startedAt = begin();
    Throwable failure = null;
    try {
      task.run();
    } catch (Throwable thrown) {
      failure = thrown;
    }
    if (failure != null) {
      Attempts attempts = attempts(AsConfigured.JUDGE, startedAt).withoutResults();
      boolean unused =
          new BlockingRetry<>(this, Next.task(), withResult(task), attempts).goOn(failure, null);
    }
  }

  /**
   * Starts the task, and again until it succeeds or the retry gives up. Never blocks: the first attempt is started on
   * the calling thread, others by the timers of the time source.
   *
   * <p>The future completes as that of the last attempt does, with the raw cause if it fails. Cancelling it cancels the
   * running attempt, and no other is started.
   *
   * @param task the task
   * @param <T> the type of its value
   * @return the future of the value
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(
      CheckedSupplier<? extends CompletionStage<T>, ?> task) {
    Argument.notNull("task", task);
    return new Next.Link(this, Next.task()).callAsync(task);
  }

  @Override
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(
      Next next, CheckedSupplier<? extends CompletionStage<T>, ?> task) {
    return start(next, AsConfigured.JUDGE, task);
  }

  /**
   * Starts the task, and again until it succeeds or the retry gives up, as one says who knows more of this call than the
   * settings do. Never blocks.
   *
   * @param judge decides before the settings do
   * @param task the task
   * @param <T> the type of its value
   * @return the future of the value
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(
      RetryJudge judge, CheckedSupplier<? extends CompletionStage<T>, ?> task) {
    return start(Next.task(), Argument.notNull("judge", judge), task);
  }

  private <T extends @Nullable Object> CompletableFuture<T> start(
      Next next, RetryJudge judge, CheckedSupplier<? extends CompletionStage<T>, ?> task) {
    Argument.notNull("task", task);
    return disabled
        ? next.callAsync(task)
        : AsyncRetry.start(next, task, attempts(judge, begin()), config.timeSource());
  }

  @Override
  public String name() {
    return announcer.name();
  }

  /** Returns the settings. */
  public RetryConfig config() {
    return config;
  }

  /** Returns the budget that retries are taken from. */
  public RetryBudget budget() {
    return budget;
  }

  /**
   * Adds a listener for all events.
   *
   * @param listener called on the thread that causes the event; what it throws is logged and changes nothing
   * @return the subscription, to be closed when the listener has heard enough
   */
  public Subscription onEvent(Consumer<? super RetryEvent> listener) {
    return on(RetryEvent.class, listener);
  }

  /**
   * Adds a listener for the events of one type.
   *
   * @param type the type, such as {@link RetryEvent.Retrying}
   * @param listener called on the thread that causes the event; what it throws is logged and changes nothing
   * @param <V> the type
   * @return the subscription, to be closed when the listener has heard enough
   */
  public <V extends RetryEvent> Subscription on(Class<V> type, Consumer<? super V> listener) {
    return announcer.listeners().on(type, listener);
  }

  /** Lets all calls that start from now on pass with one attempt and without notice, until {@link #enable}. */
  public void disable() {
    disabled = true;
  }

  /** Ends what {@link #disable} began. */
  public void enable() {
    disabled = false;
  }

  @Override
  public String toString() {
    return "Retry[" + name() + ", maxAttempts=" + config.maxAttempts() + ", backoff="
        + config.backoff() + "]";
  }

  private long begin() {
    budget.deposit();
    return config.values().maxDuration() == null ? 0 : config.timeSource().nanoTime();
  }

  private Attempts attempts(RetryJudge judge, long startedAt) {
    return new Attempts(config, budget, announcer, judge, startedAt);
  }

  private <T extends @Nullable Object, E extends Exception> T afterFirst(
      Next next,
      CheckedSupplier<T, E> task,
      Attempts attempts,
      @Nullable Throwable failure,
      T result)
      throws E {
    return failure == null && !attempts.rejectsResult(result)
        ? result
        : new BlockingRetry<>(this, next, task, attempts).goOn(failure, result);
  }

  private static <E extends Exception> CheckedSupplier<Boolean, E> withResult(
      CheckedRunnable<E> task) {
    return () -> {
      task.run();
      return true;
    };
  }

  /** Builds a {@link Retry}. */
  public static final class Builder extends RetrySettings<Builder> {
    private final String name;

    private Builder(String name) {
      this.name = name;
    }

    @Override
    Builder self() {
      return this;
    }

    /**
     * Builds the retry.
     *
     * @throws IllegalArgumentException if a setting is missing or out of its range
     */
    public Retry build() {
      return new Retry(name, buildConfig());
    }
  }
}
