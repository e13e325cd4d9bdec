package dev.recloser.testkit;

import dev.recloser.CallInterruptedException;
import dev.recloser.CheckedSupplier;
import dev.recloser.Next;
import dev.recloser.Policy;
import dev.recloser.event.Event.Origin;
import dev.recloser.event.Listeners;
import dev.recloser.event.Subscription;
import dev.recloser.testkit.FaultEvent.Injected;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A policy that makes things worse: it delays calls, fails them, or replaces their results.
 *
 * <pre>{@code
 * Fault outage = Fault.failure("outage", () -> new IOException("connection refused"))
 *     .between(Duration.ofSeconds(10), Duration.ofSeconds(40))
 *     .rate(0.8)
 *     .timeSource(time)
 *     .build();
 * }</pre>
 *
 * <p>It goes where the trouble should be, innermost for a dependency in trouble, and strikes the calls that all its
 * conditions select; others pass untouched. It can be switched off and on while calls run. A failure that is a checked
 * exception is thrown whether the task declares it or not. Blocking calls are delayed by {@link TimeSource#sleep}, async
 * ones by a timer.
 *
 * <p>Safe for use by many threads.
 */
public final class Fault implements Policy {
  private final String name;
  private final FaultEffect effect;
  private final FaultCondition condition;
  private final TimeSource time;
  private final Listeners<FaultEvent> listeners = new Listeners<>();
  private final AtomicLong injected = new AtomicLong();
  private volatile boolean on;

  Fault(String name, FaultEffect effect, FaultCondition condition, TimeSource time, boolean on) {
    this.name = name;
    this.effect = effect;
    this.condition = condition;
    this.time = time;
    this.on = on;
  }

  /**
   * Returns a builder of a fault that delays calls.
   *
   * @param name what events and messages call it; not blank
   * @param delay how long, not negative
   */
  public static FaultBuilder latency(String name, Duration delay) {
    return new FaultBuilder(name, FaultEffect.pass()).delay(delay);
  }

  /**
   * Returns a builder of a fault that fails calls, which then do not reach the task.
   *
   * @param name what events and messages call it; not blank
   * @param failure makes what they throw
   */
  public static FaultBuilder failure(String name, Supplier<? extends Throwable> failure) {
    return new FaultBuilder(name, FaultEffect.failure(Argument.notNull("failure", failure)));
  }

  /**
   * Returns a builder of a fault that answers calls itself, so that they do not reach the task.
   *
   * @param name what events and messages call it; not blank
   * @param result the answer, of the type that the callers expect
   */
  public static FaultBuilder result(String name, @Nullable Object result) {
    return new FaultBuilder(name, FaultEffect.answer(result));
  }

  /**
   * Returns a builder of a fault that replaces the results of calls. Those that throw pass untouched.
   *
   * @param name what events and messages call it; not blank
   * @param change makes of a result another, of the type that the callers expect
   */
  public static FaultBuilder changedResult(String name, UnaryOperator<@Nullable Object> change) {
    return new FaultBuilder(name, FaultEffect.change(Argument.notNull("change", change)));
  }

  /** Lets it strike again. */
  public void switchOn() {
    on = true;
  }

  /** Lets all calls pass, from the next one on. Those that are being delayed remain so. */
  public void switchOff() {
    on = false;
  }

  /** Returns whether it is switched on. */
  public boolean isOn() {
    return on;
  }

  /** Returns how many calls it has struck. */
  public long injected() {
    return injected.get();
  }

  @Override
  public String name() {
    return name;
  }

  /**
   * Adds a listener for all events.
   *
   * @param listener called on the thread that causes the event; what it throws is logged and changes nothing
   * @return the subscription, to be closed when the listener has heard enough
   */
  public Subscription onEvent(Consumer<? super FaultEvent> listener) {
    return listeners.on(FaultEvent.class, listener);
  }

  @Override
  @SuppressWarnings({"unchecked", "NullAway"}) // The result is of the type that its user says.
  public <T extends @Nullable Object, E extends Exception> T call(
      Next next, CheckedSupplier<T, E> task) throws E {
    Argument.notNull("task", task);
    if (!strikes()) {
      return next.call(task);
    }
    if (!effect.afterwards()) {
      sleep();
    }
    Object result = effect.reachesTask() ? next.call(task) : null;
    if (effect.afterwards()) {
      sleep();
    }
    return (T) effect.apply(result);
  }

  @Override
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(
      Next next, CheckedSupplier<? extends CompletionStage<T>, ?> task) {
    Argument.notNull("task", task);
    try {
      return strikes() ? new AsyncFault<>(effect, next, task, time).start() : next.callAsync(task);
    } catch (Throwable fault) {
      return CompletableFuture.failedFuture(fault);
    }
  }

  @Override
  public String toString() {
    return "Fault[" + name + ", " + effect + (on ? "]" : ", off]");
  }

  private boolean strikes() {
    if (!on || !condition.holds()) {
      return false;
    }
    long number = injected.incrementAndGet();
    if (!listeners.isEmpty()) {
      listeners.publish(new Injected(new Origin(name, number, time.wallTime()), effect.toString()));
    }
    return true;
  }

  private void sleep() {
    if (effect.delay().isZero()) {
      return;
    }
    try {
      time.sleep(effect.delay());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CallInterruptedException("fault '" + name + "' was interrupted", e);
    }
  }
}
