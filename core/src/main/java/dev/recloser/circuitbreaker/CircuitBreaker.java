package dev.recloser.circuitbreaker;

import dev.recloser.CheckedFunction;
import dev.recloser.CheckedRunnable;
import dev.recloser.CheckedSupplier;
import dev.recloser.Next;
import dev.recloser.Outcome;
import dev.recloser.Policy;
import dev.recloser.check.Argument;
import dev.recloser.event.Subscription;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Stops calling a dependency that mostly fails, and probes it until it recovers.
 *
 * <pre>{@code
 * CircuitBreaker breaker = CircuitBreaker.ofDefaults("inventory");
 * String body = breaker.call(() -> client.get(sku)); // throws what the lambda throws, or CircuitOpenException
 * }</pre>
 *
 * <p>Closed, calls pass, and a trip rule may open it. Open, calls are refused until the cooldown has passed. Half-open, a
 * few probes pass, and decide whether it closes or opens again. One breaker guards one dependency and is shared by all
 * callers: it is safe for use by many threads, never blocks and takes no lock. What the guarded code throws reaches the
 * caller unchanged; unless told otherwise exceptions count as failures, but not errors, interruption and refusals of
 * inner policies. A call that ends after the state that admitted it has ended changes nothing.
 */
public final class CircuitBreaker implements Policy {
  private final StateMachine machine;
  private final Gate gate;
  private final Reports reports;

  /** Where a breaker stands. */
  public enum State {
    /** Calls pass, and are recorded. */
    CLOSED,
    /** Calls are refused until the cooldown has passed. */
    OPEN,
    /** A few probes pass. */
    HALF_OPEN,
    /** Calls are refused until a hand lifts it. */
    FORCED_OPEN,
    /** Calls pass, and nothing is judged. */
    DISABLED,
    /** Calls pass and are recorded; what would trip a closed breaker is told as an event. */
    METRICS_ONLY
  }

  private CircuitBreaker(String name, CircuitBreakerConfig config) {
    this.machine = new StateMachine(name, config);
    this.gate = new Gate(machine);
    this.reports = new Reports(machine, gate);
    machine.reportTo(reports);
  }

  /**
   * Returns a breaker with the default settings.
   *
   * @param name what events, messages and meters call it; not blank
   */
  public static CircuitBreaker ofDefaults(String name) {
    return of(name, CircuitBreakerConfig.ofDefaults());
  }

  /**
   * Returns the classic breaker: it trips on failures in a row, and closes on the first probe that succeeds.
   *
   * @param name what events, messages and meters call it; not blank
   * @param failures how many failures in a row trip, at least 1
   * @param cooldown how long it stays open before it probes, and how long a probe may hold its slot; positive
   */
  public static CircuitBreaker ofConsecutiveFailures(String name, int failures, Duration cooldown) {
    return of(name, CircuitBreakerConfig.ofConsecutiveFailures(failures, cooldown));
  }

  /**
   * Returns a breaker with settings made before.
   *
   * @param name what events, messages and meters call it; not blank
   * @param config the settings
   */
  public static CircuitBreaker of(String name, CircuitBreakerConfig config) {
    return new CircuitBreaker(Argument.notBlank("name", name), Argument.notNull("config", config));
  }

  /**
   * Returns a builder holding the defaults.
   *
   * @param name what events, messages and meters call it; not blank
   */
  public static Builder builder(String name) {
    return new Builder(Argument.notBlank("name", name));
  }

  /**
   * Runs the task if the breaker lets it pass, and records how it ended.
   *
   * <p>Called from within a probe of the same breaker, on the same thread, the task passes unrecorded.
   *
   * @param task the task
   * @param <T> the type of its value
   * @param <E> what it may throw
   * @return the task's value
   * @throws E what the task throws
   * @throws CircuitOpenException if the breaker refuses the call; the task has not run
   */
  public <T extends @Nullable Object, E extends Exception> T call(CheckedSupplier<T, E> task)
      throws E {
    return call(Next.task(), task);
  }

  @Override
  public <T extends @Nullable Object, E extends Exception> T call(
      Next next, CheckedSupplier<T, E> task) throws E {
    checkTask(task);
    if (machine.epoch() instanceof Closed closed) {
      Rules rules = closed.rules();
      if (reports.needsNoMore(rules)) {
        return plain(closed, rules.timesCalls(), next, task);
      }
    }
    Answer answer = gate.ask(Thread.currentThread());
    Grant grant = Answer.grantIn(answer);
    if (grant != null) {
      return guarded(grant, next, task);
    }
    throw gate.refuse((Refusal) answer);
  }

  /**
   * Runs the task if the breaker lets it pass, and records how it ended; else returns what a function makes of the
   * refusal. Only a refusal of this breaker takes the second path, and it costs no exception.
   *
   * @param task the task
   * @param otherwise the function; it is given the refusal, which says why and how long to wait
   * @param <T> the type of the value
   * @param <E> what task and function may throw
   * @return the value of the task, or of the function
   * @throws E what the task throws, or the function
   */
  public <T extends @Nullable Object, E extends Exception> T callOrElse(
      CheckedSupplier<? extends T, E> task,
      CheckedFunction<? super CircuitOpenException, ? extends T, E> otherwise)
      throws E {
    checkTask(task);
    Argument.notNull("otherwise", otherwise);
    if (machine.epoch() instanceof Closed closed) {
      Rules rules = closed.rules();
      if (reports.needsNoMore(rules)) {
        return plain(closed, rules.timesCalls(), Next.task(), task);
      }
    }
    Answer answer = gate.ask(Thread.currentThread());
    Grant grant = Answer.grantIn(answer);
    return grant != null
        ? guarded(grant, Next.task(), task)
        : otherwise.apply(gate.refuse((Refusal) answer));
  }

  /**
   * Runs a task without a result if the breaker lets it pass, and records how it ended.
   *
   * @param task the task
   * @param <E> what it may throw
   * @throws E what the task throws
   * @throws CircuitOpenException if the breaker refuses the call; the task has not run
   */
  public <E extends Exception> void run(CheckedRunnable<E> task) throws E {
    checkTask(task);
    Answer answer = gate.ask(Thread.currentThread());
    Grant grant = Answer.grantIn(answer);
    if (grant == null) {
      throw gate.refuse((Refusal) answer);
    }
    guarded(grant, task);
  }

  /**
   * Starts the task if the breaker lets it pass, and records how its stage ends.
   *
   * <p>Never blocks. The future that is returned completes with the stage, and with the raw cause if that fails. A
   * refusal is a failed future too, as is what the task itself throws, and a null stage. Cancelling the future cancels
   * the stage, and counts for nothing; completing it in another way ({@code orTimeout}) cancels the stage, and is a
   * failure.
   *
   * @param task the task
   * @param <T> the type of its value
   * @return the future of the value
   */
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(
      CheckedSupplier<? extends CompletionStage<T>, ?> task) {
    checkTask(task);
    return new Next.Link(this, Next.task()).callAsync(task);
  }

  @Override
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(
      Next next, CheckedSupplier<? extends CompletionStage<T>, ?> task) {
    checkTask(task);
    Answer answer = gate.ask(Thread.currentThread());
    Grant grant = Answer.grantIn(answer);
    if (grant == null) {
      return CompletableFuture.failedFuture(gate.refuse((Refusal) answer));
    }
    Permit permit = permit(grant);
    if (!(grant instanceof Probe probe)) {
      return AsyncCall.start(permit, next, task);
    }
    probe.runner = Thread.currentThread();
    try {
      return AsyncCall.start(permit, next, task);
    } finally {
      probe.runner = null;
    }
  }

  /**
   * Returns a permit for one call, to be settled by hand.
   *
   * @throws CircuitOpenException if the breaker refuses the call
   */
  public Permit acquire() {
    Answer answer = gate.ask(null);
    Grant grant = Answer.grantIn(answer);
    if (grant != null) {
      return permit(grant);
    }
    throw gate.refuse((Refusal) answer);
  }

  /** Returns a permit for one call, to be settled by hand; empty if the breaker refuses the call. */
  public Optional<Permit> tryAcquire() {
    Answer answer = gate.ask(null);
    Grant grant = Answer.grantIn(answer);
    if (grant != null) {
      return Optional.of(permit(grant));
    }
    gate.refuse((Refusal) answer);
    return Optional.empty();
  }

  /** Returns whether a call would pass now. It changes nothing, and promises nothing to a later call. */
  public boolean admits() {
    return gate.admits();
  }

  @Override
  public String name() {
    return machine.name();
  }

  /** Returns the state. An open breaker whose cooldown has passed is open until the next call. */
  public State state() {
    return machine.epoch().state();
  }

  /** Returns one consistent reading of the breaker: where it stands, why, and what it has counted. */
  public CircuitBreakerSnapshot snapshot() {
    return machine.snapshot(machine.epoch());
  }

  /** Returns the settings in force. */
  public CircuitBreakerConfig config() {
    return machine.config();
  }

  /**
   * Changes the settings; the breaker stays in its state. Rules that stay keep what they counted, a count window that
   * changes is filled with its newest calls, other changed rules start empty. Open, the cooldown that was drawn holds;
   * half-open, the recovery that began.
   *
   * @param config the new settings
   * @throws IllegalArgumentException if they run on another time source
   */
  public void reconfigure(CircuitBreakerConfig config) {
    Argument.notNull("config", config);
    Argument.require(
        config.timeSource() == machine.time(),
        "timeSource",
        "must stay " + machine.time(),
        config.timeSource());
    machine.reconfigure(config);
  }

  /**
   * Adds a listener for all events.
   *
   * @param listener called on the thread that causes the event; what it throws is logged and changes nothing
   * @return the subscription, to be closed when the listener has heard enough
   */
  public Subscription onEvent(Consumer<? super CircuitBreakerEvent> listener) {
    return on(CircuitBreakerEvent.class, listener);
  }

  /**
   * Adds a listener for the events of one type.
   *
   * @param type the type, such as {@link CircuitBreakerEvent.Tripped} or {@link CircuitBreakerEvent.Transition}
   * @param listener called on the thread that causes the event; what it throws is logged and changes nothing
   * @param <V> the type
   * @return the subscription, to be closed when the listener has heard enough
   */
  public <V extends CircuitBreakerEvent> Subscription on(
      Class<V> type, Consumer<? super V> listener) {
    return machine.announcer().listeners().on(type, listener);
  }

  /** Refuses all calls until a hand lifts it. */
  public void forceOpen() {
    machine.forceOpen();
  }

  /** Lets all calls pass, and judges nothing, until a hand ends it. */
  public void disable() {
    machine.disable();
  }

  /** Lets all calls pass and records them, and tells what would trip, until a hand ends it. */
  public void metricsOnly() {
    machine.metricsOnly();
  }

  /** Closes the breaker, with empty windows. */
  public void reset() {
    machine.reset();
  }

  /**
   * Opens the breaker for a while; then it probes. Counts as an opening.
   *
   * @param cooldown how long it refuses calls, positive
   * @param cause why, for people to read; not blank
   */
  public void trip(Duration cooldown, String cause) {
    machine.trip(Argument.positive("cooldown", cooldown), Argument.notBlank("cause", cause));
  }

  /**
   * Puts the breaker into the state of a reading, from before a restart say. An open one waits for what was left of the
   * cooldown, a half-open one starts its probes anew, and the windows are filled as far as a reading tells. Lifetime
   * counts are not changed.
   *
   * @param snapshot the reading; rules are recognized by their text
   * @throws IllegalArgumentException if no breaker can have been in that state: a count is negative, or something is null
   */
  public void restore(CircuitBreakerSnapshot snapshot) {
    machine.restore(Restorable.check(snapshot));
  }

  /** For tests. */
  Epoch epoch() {
    return machine.epoch();
  }

  @Override
  public String toString() {
    return "CircuitBreaker[" + name() + ", " + state() + "]";
  }

  /** Guards a call of which nobody wants to know more than whether it threw, and how long it took. */
  private <T extends @Nullable Object, E extends Exception> T plain(
      Closed epoch, boolean timed, Next next, CheckedSupplier<T, E> task) throws E {
    long startedAt = timed ? machine.time().nanoTime() : 0;
    T result;
    try {
      result = next.call(task);
    } catch (Throwable thrown) {
      reports.threw(epoch, thrown, timed, startedAt);
      throw thrown;
    }
    reports.succeeded(epoch, timed, startedAt);
    return result;
  }

  private <T extends @Nullable Object, E extends Exception> T guarded(
      Grant grant, Next next, CheckedSupplier<T, E> task) throws E {
    boolean timed = reports.timed(grant);
    long startedAt = timed ? machine.time().nanoTime() : 0;
    T result;
    try {
      result = grant instanceof Probe probe ? probed(probe, next, task) : next.call(task);
    } catch (Throwable thrown) {
      reports.threw(grant, thrown, timed, startedAt);
      throw thrown;
    }
    reports.returned(grant, result, timed, startedAt);
    return result;
  }

  private static <T extends @Nullable Object, E extends Exception> T probed(
      Probe probe, Next next, CheckedSupplier<T, E> task) throws E {
    probe.runner = Thread.currentThread();
    try {
      return next.call(task);
    } finally {
      probe.runner = null;
    }
  }

  private <E extends Exception> void guarded(Grant grant, CheckedRunnable<E> task) throws E {
    boolean timed = reports.timed(grant);
    long startedAt = timed ? machine.time().nanoTime() : 0;
    try {
      if (grant instanceof Probe probe) {
        probed(probe, task);
      } else {
        task.run();
      }
    } catch (Throwable thrown) {
      reports.threw(grant, thrown, timed, startedAt);
      throw thrown;
    }
    reports.ended(grant, Outcome.SUCCESS, null, timed, startedAt);
  }

  private static <E extends Exception> void probed(Probe probe, CheckedRunnable<E> task) throws E {
    probe.runner = Thread.currentThread();
    try {
      task.run();
    } finally {
      probe.runner = null;
    }
  }

  private Permit permit(Grant grant) {
    boolean timed = reports.timed(grant);
    return new Permit(reports, grant, timed, timed ? machine.time().nanoTime() : 0);
  }

  private static void checkTask(@Nullable Object task) {
    Argument.notNull("task", task);
  }

  /** Builds a {@link CircuitBreaker}. */
  public static final class Builder extends CircuitBreakerSettings<Builder> {
    private final String name;

    private Builder(String name) {
      this.name = name;
    }

    @Override
    Builder self() {
      return this;
    }

    /**
     * Builds the breaker, closed.
     *
     * @throws IllegalArgumentException if a setting is missing or out of its range
     */
    public CircuitBreaker build() {
      return new CircuitBreaker(name, buildConfig());
    }
  }
}
