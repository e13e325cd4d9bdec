package dev.recloser.timeout;

import dev.recloser.Call;
import dev.recloser.CheckedRunnable;
import dev.recloser.CheckedSupplier;
import dev.recloser.Deadline;
import dev.recloser.Next;
import dev.recloser.Policy;
import dev.recloser.TimeoutExceededException;
import dev.recloser.check.Argument;
import dev.recloser.check.Early;
import dev.recloser.check.SafeLog;
import dev.recloser.check.Urgent;
import dev.recloser.event.Subscription;
import dev.recloser.time.TimeSource;
import dev.recloser.time.Timer;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Ends what takes too long.
 *
 * <p>A blocking call is interrupted: only the guarded code, and only while it runs. A task that ignores interrupts holds
 * its caller until it returns; then {@link TimeoutExceededException} is thrown all the same. An async call is cancelled.
 * Exactly one of result and timeout comes about. Further in, the {@linkplain Call#deadline deadline} of the call is
 * known: whatever waits there takes the smaller of its own limit and what is left. A call that comes with less time
 * left than this timeout gives has only that.
 *
 * <p>One instance is shared by all callers: it is safe for use by many threads. A call that has ended leaves no timer.
 */
public final class Timeout implements Policy {
  private static final System.Logger LOGGER = System.getLogger(Timeout.class.getName());

  static {
    Early.initialize(
        Watch.class,
        Watch.Breakable.class,
        BreakOff.class,
        AsyncTimeout.class,
        CompletableFuture.class,
        Deadline.class,
        TimeoutExceededException.class);
  }

  private final @Nullable Function<Call, Duration> limits;
  private final TimeSource time;
  private final TimeoutAnnouncer announcer;
  private volatile Duration lastGood;
  private volatile boolean disabled;

  private Timeout(Builder builder) {
    this.limits = builder.limits;
    this.lastGood = builder.fallback;
    this.time = builder.timeSource;
    this.announcer = new TimeoutAnnouncer(builder.name, time);
  }

  /**
   * Returns a timeout.
   *
   * @param name what events and messages call it; not blank
   * @param limit how long a call may take, positive
   */
  public static Timeout of(String name, Duration limit) {
    return builder(name).limit(limit).build();
  }

  /**
   * Returns a builder; a limit must be set.
   *
   * @param name what events and messages call it; not blank
   */
  public static Builder builder(String name) {
    return new Builder(Argument.notBlank("name", name));
  }

  /**
   * Runs the task, and interrupts it when its time is up.
   *
   * @param task the task
   * @param <T> the type of its value
   * @param <E> what it may throw
   * @return the task's value
   * @throws E what the task throws
   * @throws TimeoutExceededException if it did not end in time; what it threw then is suppressed into that
   */
  public <T extends @Nullable Object, E extends Exception> T call(CheckedSupplier<T, E> task)
      throws E {
    return call(Next.task(), task);
  }

  @Override
  public <T extends @Nullable Object, E extends Exception> T call(
      Next next, CheckedSupplier<T, E> task) throws E {
    Argument.notNull("task", task);
    if (disabled) {
      return next.call(task);
    }
    Call outer = Call.current();
    Duration limit = limit(outer);
    Call within = outer.within(Deadline.after(limit, time));
    Watch watch = Watch.enter();
    Timer timer = begin(limit, watch, within, outer);
    T result;
    try {
      result = next.call(task);
    } catch (Throwable failure) {
      if (hasEnded(watch, timer, outer)) {
        throw failure;
      }
      throw timedOut(limit, failure);
    }
    if (hasEnded(watch, timer, outer)) {
      return result;
    }
    throw timedOut(limit, null);
  }

  /**
   * Runs a task without a result, and interrupts it when its time is up.
   *
   * @param task the task
   * @param <E> what it may throw
   * @throws E what the task throws
   * @throws TimeoutExceededException if it did not end in time
   */
  public <E extends Exception> void run(CheckedRunnable<E> task) throws E {
    Argument.notNull("task", task);
    boolean unused = call(() -> {
      task.run();
      return true;
    });
  }

  /**
   * Runs a task that does not heed interrupts, such as one that reads from a socket or waits for a database, so that timeouts
   * end it all the same. It is for use within the tasks of timeouts: when the time of one is up that runs on this thread,
   * the action is run as well, on a thread of the timers. Where there is no timeout it runs the task, and nothing else.
   *
   * <pre>{@code
   * timeout.call(() -> Timeout.callBreakable(statement::cancel, () -> statement.executeQuery(sql)));
   * }</pre>
   *
   * @param breakOff what makes the task end soon. It is run once at the most, and never when the task has ended: this method
   *     returns when it has returned. What it throws is logged
   * @param task the task; it is not run when the time is up already. If that happens before there is anything to break off,
   *     its thread is interrupted by then
   * @param <T> the type of its value
   * @param <E> what it may throw
   * @return the task's value
   * @throws E what the task throws
   * @throws java.util.concurrent.CancellationException if the time was up already; the timeout makes its own exception of it
   */
  public static <T extends @Nullable Object, E extends Exception> T callBreakable(
      CheckedRunnable<?> breakOff, CheckedSupplier<T, E> task) throws E {
    Argument.notNull("breakOff", breakOff);
    return Watch.breakable(breakOff, Argument.notNull("task", task));
  }

  /**
   * Starts the task, and cancels it when its time is up.
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
    Argument.notNull("task", task);
    if (disabled) {
      return next.callAsync(task);
    }
    Call outer = Call.current();
    Duration limit;
    try {
      limit = limit(outer);
    } catch (TimeoutExceededException e) {
      return CompletableFuture.failedFuture(e);
    }
    Deadline deadline = Deadline.after(limit, time);
    CompletableFuture<T> within = start(next, task, outer.within(deadline), outer);
    if (within.isDone()) {
      return within;
    }
    AsyncTimeout<T> call = new AsyncTimeout<>(within, time, () -> announcer.timedOut(limit));
    try {
      Timer timer = time.schedule(deadline.remaining(), (Urgent)
          () -> call.fire(new TimeoutExceededException(name(), limit)));
      call.follow(timer);
    } catch (Throwable failure) {
      within.cancel(true);
      return CompletableFuture.failedFuture(failure);
    }
    return call.promise();
  }

  /** Returns the limit; empty if it is worked out for each call. */
  public Optional<Duration> fixedLimit() {
    return limits == null ? Optional.of(lastGood) : Optional.empty();
  }

  @Override
  public String name() {
    return announcer.name();
  }

  /**
   * Adds a listener for all events.
   *
   * @param listener called on the thread that causes the event; what it throws is logged and changes nothing
   * @return the subscription, to be closed when the listener has heard enough
   */
  public Subscription onEvent(Consumer<? super TimeoutEvent> listener) {
    return on(TimeoutEvent.class, listener);
  }

  /**
   * Adds a listener for the events of one type.
   *
   * @param type the type, such as {@link TimeoutEvent.TimedOut}
   * @param listener called on the thread that causes the event; what it throws is logged and changes nothing
   * @param <V> the type
   * @return the subscription, to be closed when the listener has heard enough
   */
  public <V extends TimeoutEvent> Subscription on(Class<V> type, Consumer<? super V> listener) {
    return announcer.listeners().on(type, listener);
  }

  /** Lets all calls that start from now on take as long as they like, until {@link #enable}. */
  public void disable() {
    disabled = true;
  }

  /** Ends what {@link #disable} began. */
  public void enable() {
    disabled = false;
  }

  @Override
  public String toString() {
    return "Timeout[" + name() + ", " + lastGood + "]";
  }

  private static <T extends @Nullable Object> CompletableFuture<T> start(
      Next next, CheckedSupplier<? extends CompletionStage<T>, ?> task, Call call, Call outer) {
    Call.enter(call);
    try {
      return next.callAsync(task);
    } finally {
      Call.enter(outer);
    }
  }

  /** Returns how long a call may take that starts now: what it was given, or what is left, if that is less. */
  private Duration limit(Call outer) {
    Duration limit = own(outer);
    Duration left = outer.remaining();
    if (left.isZero()) {
      announcer.timedOut(left);
      throw new TimeoutExceededException(name(), left);
    }
    return left.compareTo(limit) < 0 ? left : limit;
  }

  private Duration own(Call outer) {
    if (limits == null) {
      return lastGood;
    }
    try {
      Duration limit = Argument.positive("limit", limits.apply(outer));
      lastGood = limit;
      return limit;
    } catch (Throwable fault) {
      announcer.callbackFailed(fault);
      return lastGood;
    }
  }

  /** Begins the guarded code; if no timer is to be had, leaves it again. */
  private Timer begin(Duration limit, Watch watch, Call within, Call outer) {
    try {
      Call.enter(within);
      return Objects.requireNonNull(time.schedule(limit, watch), "schedule(…) of the time source");
    } catch (Throwable failure) {
      Call.enter(outer);
      boolean unused = watch.end();
      throw failure;
    }
  }

  /** Leaves the guarded code, its timer and its call; returns whether it had ended before its time was up. */
  private static boolean hasEnded(Watch watch, Timer timer, Call outer) {
    boolean timedOut;
    try {
      Call.enter(outer);
    } finally {
      timedOut = watch.end();
      cancel(timer);
    }
    return !timedOut;
  }

  /** A timer that cannot be cancelled does nothing when it is due: the call's own end goes before. */
  private static void cancel(Timer timer) {
    try {
      timer.cancel();
    } catch (Throwable failure) {
      SafeLog.warn(LOGGER, () -> "a timer could not be cancelled", failure);
    }
  }

  private TimeoutExceededException timedOut(Duration limit, @Nullable Throwable failure) {
    TimeoutExceededException exceeded = new TimeoutExceededException(name(), limit);
    if (failure != null) {
      exceeded.addSuppressed(failure);
    }
    announcer.timedOut(limit);
    return exceeded;
  }

  /** Builds a {@link Timeout}. */
  public static final class Builder {
    private static final Duration UNSET = Duration.ZERO;

    private final String name;
    private @Nullable Function<Call, Duration> limits;
    private Duration fallback = UNSET;
    private TimeSource timeSource = TimeSource.system();

    private Builder(String name) {
      this.name = name;
    }

    /**
     * Sets how long a call may take.
     *
     * @param limit how long, positive
     */
    public Builder limit(Duration limit) {
      fallback = Argument.positive("limit", limit);
      limits = null;
      return this;
    }

    /**
     * Sets how long a call may take, by a function of the call: its priority, its attempt, its attributes. If it throws
     * or returns nothing positive, the last good limit is used, and an event tells.
     *
     * @param limits the function
     * @param fallback what is used until it has returned a good one, positive
     */
    public Builder limit(Function<Call, Duration> limits, Duration fallback) {
      this.limits = Argument.notNull("limits", limits);
      this.fallback = Argument.positive("fallback", fallback);
      return this;
    }

    /**
     * Sets what it runs on. Default: {@link TimeSource#system()}.
     *
     * @param timeSource the time source
     */
    public Builder timeSource(TimeSource timeSource) {
      this.timeSource = Argument.notNull("timeSource", timeSource);
      return this;
    }

    /**
     * Builds the timeout.
     *
     * @throws IllegalArgumentException if no limit was set
     */
    public Timeout build() {
      Argument.set("limit", fallback.isZero() ? null : fallback);
      return new Timeout(this);
    }
  }
}
