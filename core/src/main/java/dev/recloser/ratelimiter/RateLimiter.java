package dev.recloser.ratelimiter;

import dev.recloser.CallInterruptedException;
import dev.recloser.CheckedFunction;
import dev.recloser.CheckedRunnable;
import dev.recloser.CheckedSupplier;
import dev.recloser.Next;
import dev.recloser.Policy;
import dev.recloser.check.Argument;
import dev.recloser.event.Subscription;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets no more calls pass than a rate allows; makes others wait, or refuses them.
 *
 * <pre>{@code
 * RateLimiter limiter = RateLimiter.bursty("inventory", 100, Duration.ofSeconds(1));
 * String body = limiter.call(() -> client.get(sku));
 * }</pre>
 *
 * <p>Permits come evenly, one by one, from the moment the limiter is made, and are saved up to its burst, with which it
 * starts. So in no time of any length, wherever it begins, are more taken than the burst and what comes in that time.
 *
 * <p>With a {@linkplain RateLimiterSettings#maxWait longest wait} a call that finds no permit is promised an instant, behind
 * those who wait already, and sleeps, or as an async call is scheduled, until then. A wait that would be too long is refused
 * at once. A wait that is interrupted or cancelled gives its permit back: the instant, as long as it lies ahead, goes to whoever
 * asks next; past it, the permit counts as saved up, if the burst has room for it. Those who wait keep their instants.
 *
 * <p>One limiter is shared by all callers: it is safe for use by many threads, and has no lock.
 */
public final class RateLimiter implements Policy {
  private final Gate gate;

  private RateLimiter(String name, RateLimiterConfig config) {
    this.gate = new Gate(name, config);
  }

  /**
   * Returns a limiter that spaces calls evenly: nothing is saved up.
   *
   * @param name what events and messages call it; not blank
   * @param permits how many calls pass, at least 1
   * @param per the time in which they do, positive
   */
  public static RateLimiter smooth(String name, int permits, Duration per) {
    return builder(name).rate(permits, per).burst(1).build();
  }

  /**
   * Returns a limiter that lets as many calls pass at once as in that time, if it was idle for as long.
   *
   * @param name what events and messages call it; not blank
   * @param permits how many calls pass, at least 1
   * @param per the time in which they do, positive
   */
  public static RateLimiter bursty(String name, int permits, Duration per) {
    return builder(name).rate(permits, per).burst(permits).build();
  }

  /**
   * Returns a limiter with settings made before.
   *
   * @param name what events and messages call it; not blank
   * @param config the settings
   */
  public static RateLimiter of(String name, RateLimiterConfig config) {
    return new RateLimiter(Argument.notBlank("name", name), Argument.notNull("config", config));
  }

  /**
   * Returns a builder; a rate must be set.
   *
   * @param name what events and messages call it; not blank
   */
  public static Builder builder(String name) {
    return new Builder(Argument.notBlank("name", name));
  }

  /**
   * Runs the task when it may.
   *
   * @param task the task
   * @param <T> the type of its value
   * @param <E> what it may throw
   * @return the task's value
   * @throws E what the task throws
   * @throws RateLimitedException if it may not soon enough; the task has not run
   * @throws CallInterruptedException if the thread is interrupted while it waits; the task has not run
   */
  public <T extends @Nullable Object, E extends Exception> T call(CheckedSupplier<T, E> task)
      throws E {
    Argument.notNull("task", task);
    acquire();
    return task.get();
  }

  @Override
  public <T extends @Nullable Object, E extends Exception> T call(
      Next next, CheckedSupplier<T, E> task) throws E {
    Argument.notNull("task", task);
    acquire();
    return next.call(task);
  }

  /**
   * Runs the task when it may; else returns what a function makes of the refusal. Only a refusal of this limiter takes the
   * second path, and it costs no exception.
   *
   * @param task the task
   * @param otherwise the function; it is given the refusal, which says why and how long to wait
   * @param <T> the type of the value
   * @param <E> what task and function may throw
   * @return the value of the task, or of the function
   * @throws E what the task throws, or the function
   * @throws CallInterruptedException if the thread is interrupted while it waits
   */
  public <T extends @Nullable Object, E extends Exception> T callOrElse(
      CheckedSupplier<? extends T, E> task,
      CheckedFunction<? super RateLimitedException, ? extends T, E> otherwise)
      throws E {
    Argument.notNull("task", task);
    Argument.notNull("otherwise", otherwise);
    RateLimitedException refusal = gate.enter();
    return refusal == null ? task.get() : otherwise.apply(refusal);
  }

  /**
   * Runs a task without a result when it may.
   *
   * @param task the task
   * @param <E> what it may throw
   * @throws E what the task throws
   * @throws RateLimitedException if it may not soon enough; the task has not run
   * @throws CallInterruptedException if the thread is interrupted while it waits; the task has not run
   */
  public <E extends Exception> void run(CheckedRunnable<E> task) throws E {
    Argument.notNull("task", task);
    acquire();
    task.run();
  }

  /**
   * Starts the task when it may, on this thread or, after a wait, on a timer's. Never blocks. Cancelling the future ends the
   * wait, or what runs.
   *
   * @param task the task
   * @param <T> the type of its value
   * @return the future of the value; it fails with a {@link RateLimitedException} if the task may not run soon enough
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(
      CheckedSupplier<? extends CompletionStage<T>, ?> task) {
    Argument.notNull("task", task);
    return new Next.Link(this, Next.task()).callAsync(task);
  }

  @Override
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(
      Next next, CheckedSupplier<? extends CompletionStage<T>, ?> task) {
    Argument.notNull("task", task);
    Answer answer = gate.ask();
    if (answer instanceof Refusal refusal) {
      return CompletableFuture.failedFuture(refusal.exception());
    }
    return answer instanceof Reservation reservation
        ? AsyncWait.start(gate, reservation, next, task)
        : next.callAsync(task);
  }

  /**
   * Takes a permit; waits for it, if need be and allowed.
   *
   * @throws RateLimitedException if none is free, nor will be soon enough
   * @throws CallInterruptedException if the thread is interrupted while it waits; the permit is given back
   */
  public void acquire() {
    RateLimitedException refusal = gate.enter();
    if (refusal != null) {
      throw refusal;
    }
  }

  /** Takes a permit if one is free; returns whether it was. Never waits. */
  public boolean tryAcquire() {
    return gate.tryTake(1);
  }

  /**
   * Takes several permits, if so many are free; never waits.
   *
   * @param permits how many, at least 1; more than the burst are never free
   * @return whether they were
   */
  public boolean tryAcquire(int permits) {
    return gate.tryTake(Argument.atLeast(1, "permits", permits));
  }

  @Override
  public String name() {
    return gate.announcer().name();
  }

  /** Returns the settings in force. */
  public RateLimiterConfig config() {
    return gate.config();
  }

  /**
   * Changes the settings. The permits that are saved up stay, as far as they fit into the burst; those who wait keep their
   * instants, and whoever comes after is served at the new rate.
   *
   * @param config the new settings
   * @throws IllegalArgumentException if they run on another time source
   */
  public void reconfigure(RateLimiterConfig config) {
    Argument.notNull("config", config);
    Argument.require(
        config.timeSource() == gate.time(),
        "timeSource",
        "must stay " + gate.time(),
        config.timeSource());
    gate.reconfigure(config);
  }

  /** Returns how it stands. */
  public RateLimiterSnapshot snapshot() {
    return gate.snapshot();
  }

  /**
   * Adds a listener for all events.
   *
   * @param listener called on the thread that causes the event; what it throws is logged and changes nothing
   * @return the subscription, to be closed when the listener has heard enough
   */
  public Subscription onEvent(Consumer<? super RateLimiterEvent> listener) {
    return on(RateLimiterEvent.class, listener);
  }

  /**
   * Adds a listener for the events of one type.
   *
   * @param type the type, such as {@link RateLimiterEvent.Rejected}
   * @param listener called on the thread that causes the event; what it throws is logged and changes nothing
   * @param <V> the type
   * @return the subscription, to be closed when the listener has heard enough
   */
  public <V extends RateLimiterEvent> Subscription on(Class<V> type, Consumer<? super V> listener) {
    return gate.announcer().listeners().on(type, listener);
  }

  /**
   * Lets all calls that start from now on pass at once, without a permit and without notice, until {@link #enable}. Those
   * who wait keep their instants.
   */
  public void disable() {
    gate.open(true);
  }

  /** Ends what {@link #disable} began. */
  public void enable() {
    gate.open(false);
  }

  @Override
  public String toString() {
    RateLimiterConfig config = config();
    return "RateLimiter[" + name() + ", " + config.permits() + " per " + config.per() + ", burst="
        + config.burst() + "]";
  }

  /** Builds a {@link RateLimiter}. */
  public static final class Builder extends RateLimiterSettings<Builder> {
    private final String name;

    private Builder(String name) {
      this.name = name;
    }

    @Override
    Builder self() {
      return this;
    }

    /**
     * Builds the limiter.
     *
     * @throws IllegalArgumentException if the rate is missing, or a setting is out of its range
     */
    public RateLimiter build() {
      return new RateLimiter(name, buildConfig());
    }
  }
}
