package dev.recloser.bulkhead;

import dev.recloser.CallInterruptedException;
import dev.recloser.CheckedFunction;
import dev.recloser.CheckedRunnable;
import dev.recloser.CheckedSupplier;
import dev.recloser.Next;
import dev.recloser.Outcome;
import dev.recloser.Policy;
import dev.recloser.check.Argument;
import dev.recloser.event.Subscription;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Limits how many calls run at once, so that a slow dependency cannot take all threads, connections or memory.
 *
 * <pre>{@code
 * Bulkhead bulkhead = Bulkhead.of("inventory", 25);
 * String body = bulkhead.call(() -> client.get(sku)); // throws what the lambda throws, or BulkheadFullException
 * }</pre>
 *
 * <p>With a queue, calls beyond the limit wait in line for a while, blocking and async ones in one line, first come, first
 * served; without one they are refused at once. A call holds its permit until its work has really ended, even if its caller
 * has given up before. What the guarded code throws reaches the caller unchanged. One bulkhead is shared by all callers of
 * a dependency: it is safe for use by many threads and takes no lock. Blocking calls wait on the calling thread, and end
 * with {@link CallInterruptedException} when it is interrupted meanwhile; async ones never block.
 */
public final class Bulkhead implements Policy {
  private final Gate gate;

  private Bulkhead(String name, BulkheadConfig config) {
    this.gate = new Gate(name, config);
  }

  /**
   * Returns a bulkhead without a queue.
   *
   * @param name what events, messages and meters call it; not blank
   * @param maxConcurrent how many calls may run at once, at least 1
   */
  public static Bulkhead of(String name, int maxConcurrent) {
    return builder(name).maxConcurrent(maxConcurrent).build();
  }

  /**
   * Returns a bulkhead with settings made before.
   *
   * @param name what events, messages and meters call it; not blank
   * @param config the settings
   */
  public static Bulkhead of(String name, BulkheadConfig config) {
    return new Bulkhead(Argument.notBlank("name", name), Argument.notNull("config", config));
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
   * Runs the task when it has a permit.
   *
   * @param task the task
   * @param <T> the type of its value
   * @param <E> what it may throw
   * @return the task's value
   * @throws E what the task throws
   * @throws BulkheadFullException if there is no permit, or none in time; the task has not run
   * @throws CallInterruptedException if the thread is interrupted while it waits in line; the task has not run
   */
  public <T extends @Nullable Object, E extends Exception> T call(CheckedSupplier<T, E> task)
      throws E {
    return call(Next.task(), task);
  }

  @Override
  public <T extends @Nullable Object, E extends Exception> T call(
      Next next, CheckedSupplier<T, E> task) throws E {
    checkTask(task);
    enterOrThrow();
    return guarded(next, task);
  }

  /**
   * Runs the task when it has a permit; else returns what a function makes of the refusal. Only a refusal of this bulkhead
   * takes the second path, and it costs no exception.
   *
   * @param task the task
   * @param otherwise the function
   * @param <T> the type of the value
   * @param <E> what task and function may throw
   * @return the value of the task, or of the function
   * @throws E what the task throws, or the function
   * @throws CallInterruptedException if the thread is interrupted while it waits in line; the task has not run
   */
  public <T extends @Nullable Object, E extends Exception> T callOrElse(
      CheckedSupplier<? extends T, E> task,
      CheckedFunction<? super BulkheadFullException, ? extends T, E> otherwise)
      throws E {
    checkTask(task);
    Argument.notNull("otherwise", otherwise);
    BulkheadFullException refusal = gate.enter();
    return refusal == null ? guarded(Next.task(), task) : otherwise.apply(refusal);
  }

  /**
   * Runs a task without a result when it has a permit.
   *
   * @param task the task
   * @param <E> what it may throw
   * @throws E what the task throws
   * @throws BulkheadFullException if there is no permit, or none in time; the task has not run
   * @throws CallInterruptedException if the thread is interrupted while it waits in line; the task has not run
   */
  public <E extends Exception> void run(CheckedRunnable<E> task) throws E {
    checkTask(task);
    enterOrThrow();
    try {
      task.run();
    } catch (Throwable failure) {
      gate.leave(Outcome.FAILURE);
      throw failure;
    }
    gate.leave(Outcome.SUCCESS);
  }

  /**
   * Starts the task when it has a permit, which it holds until its stage completes.
   *
   * <p>Never blocks: a task that has to wait is started on a thread of the time source, never on that of another caller. The
   * future completes with the stage, and with the raw cause if that fails. A refusal is a failed future too, as is what the
   * task itself throws, and a null stage. Cancelling the future, or completing it in another way ({@code orTimeout}),
   * takes a waiting task out of the line, and cancels the stage of a running one; a stage that goes on all the same keeps
   * its permit.
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
    return AsyncCall.begin(gate, next, task);
  }

  /**
   * Runs a task that blocks on a thread of an executor, when it has a permit. Does not block the calling thread.
   *
   * <p>The permit is held until the task has ended. Cancelling the future takes a waiting task out of the line, keeps one
   * that has no thread yet from running, and interrupts a running one. A task whose deadline has passed when it gets a
   * thread is not run, and fails with {@link BulkheadFullException}. The executor must have a thread for as many tasks as
   * the bulkhead admits, or they wait once more, for a thread; see {@link dev.recloser.time.VirtualThreads}.
   *
   * @param executor runs the task; if it refuses it, the future fails with its exception
   * @param task the task
   * @param <T> the type of its value
   * @return the future of the value
   */
  public <T extends @Nullable Object> CompletableFuture<T> callOn(
      Executor executor, CheckedSupplier<T, ?> task) {
    Argument.notNull("executor", executor);
    checkTask(task);
    return callAsync(() -> ExecutorTask.start(executor, task, gate.terms().noThreadInTime()));
  }

  /**
   * Returns a permit for one call, to be closed by hand; waits for it as {@link #call} does.
   *
   * @throws BulkheadFullException if there is no permit, or none in time
   * @throws CallInterruptedException if the thread is interrupted while it waits in line
   */
  public BulkheadPermit acquire() {
    enterOrThrow();
    return new BulkheadPermit(gate);
  }

  /** Returns a permit for one call, to be closed by hand; empty if there is none at once. Never waits. */
  public Optional<BulkheadPermit> tryAcquire() {
    return gate.tryEnter() == null ? Optional.of(new BulkheadPermit(gate)) : Optional.empty();
  }

  @Override
  public String name() {
    return gate.name();
  }

  /** Returns one consistent reading: what runs, what waits, and what it has refused. */
  public BulkheadSnapshot snapshot() {
    return gate.snapshot();
  }

  /** Returns the settings in force. */
  public BulkheadConfig config() {
    return gate.terms().config();
  }

  /**
   * Changes the settings, at once and without waiting. With a higher limit, calls in line are admitted now; with a lower
   * one, those that run go on, and no other is admitted before enough of them have ended. Calls in line keep their place
   * and their longest wait.
   *
   * @param config the new settings
   * @throws IllegalArgumentException if they run on another time source
   */
  public void reconfigure(BulkheadConfig config) {
    Argument.notNull("config", config);
    Argument.require(
        config.timeSource() == config().timeSource(),
        "timeSource",
        "must stay " + config().timeSource(),
        config.timeSource());
    gate.reconfigure(config);
  }

  /**
   * Adds a listener for all events.
   *
   * @param listener called on the thread that causes the event; what it throws is logged and changes nothing
   * @return the subscription, to be closed when the listener has heard enough
   */
  public Subscription onEvent(Consumer<? super BulkheadEvent> listener) {
    return on(BulkheadEvent.class, listener);
  }

  /**
   * Adds a listener for the events of one type.
   *
   * @param type the type, such as {@link BulkheadEvent.Rejected}
   * @param listener called on the thread that causes the event; what it throws is logged and changes nothing
   * @param <V> the type
   * @return the subscription, to be closed when the listener has heard enough
   */
  public <V extends BulkheadEvent> Subscription on(Class<V> type, Consumer<? super V> listener) {
    return gate.announcer().listeners().on(type, listener);
  }

  /** Refuses no call for want of a permit, and lets none wait, those in line included, until {@link #enable}. Calls count. */
  public void disable() {
    gate.open(true);
  }

  /** Ends what {@link #disable} began. Calls that run go on, and no other is admitted before enough of them have ended. */
  public void enable() {
    gate.open(false);
  }

  @Override
  public String toString() {
    BulkheadSnapshot now = snapshot();
    return "Bulkhead[" + name() + ", " + now.running() + " of " + now.maxConcurrent() + "]";
  }

  private void enterOrThrow() {
    BulkheadFullException refusal = gate.enter();
    if (refusal != null) {
      throw refusal;
    }
  }

  private <T extends @Nullable Object, E extends Exception> T guarded(
      Next next, CheckedSupplier<T, E> task) throws E {
    T result;
    try {
      result = next.call(task);
    } catch (Throwable failure) {
      gate.leave(Outcome.FAILURE);
      throw failure;
    }
    gate.leave(Outcome.SUCCESS);
    return result;
  }

  private static void checkTask(@Nullable Object task) {
    Argument.notNull("task", task);
  }

  /** Builds a {@link Bulkhead}. */
  public static final class Builder extends BulkheadSettings<Builder> {
    private final String name;

    private Builder(String name) {
      this.name = name;
    }

    @Override
    Builder self() {
      return this;
    }

    /**
     * Builds the bulkhead.
     *
     * @throws IllegalArgumentException if a setting is missing, out of its range, or fits no other
     */
    public Bulkhead build() {
      return new Bulkhead(name, buildConfig());
    }
  }
}
