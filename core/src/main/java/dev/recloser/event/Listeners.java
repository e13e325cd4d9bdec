package dev.recloser.event;

import dev.recloser.check.Argument;
import dev.recloser.check.SafeLog;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The listeners of one policy, called on the thread that caused the event.
 *
 * <p>Whatever a listener throws is logged and changes nothing: not the call, not the other listeners. An event that
 * a listener causes is delivered after the one it is being told of. Safe for use by many threads.
 *
 * @param <V> the events of the policy
 */
public final class Listeners<V extends Event> {
  private static final System.Logger LOGGER = System.getLogger(Listeners.class.getName());

  /** What this thread delivers now; null if nothing. */
  private static final ThreadLocal<@Nullable Delivery> CURRENT = new ThreadLocal<>();

  private static final VarHandle LISTENERS;

  static {
    try {
      LISTENERS = MethodHandles.lookup().findVarHandle(Listeners.class, "listeners", List.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Immutable; another one for each change. Null if nobody listens, as is usual: what most calls ask is cheap then. */
  private volatile @Nullable List<Listener<V>> listeners;

  /** Creates an empty set of listeners. */
  public Listeners() {}

  /**
   * Adds a listener for the events of one type.
   *
   * @param type the type; its subtypes are heard too
   * @param listener what to call
   * @param <X> the type
   * @return the subscription, to be closed when the listener has heard enough
   */
  public <X extends V> Subscription on(Class<X> type, Consumer<? super X> listener) {
    Argument.notNull("type", type);
    Argument.notNull("listener", listener);
    Listener<V> entry = new Listener<>(type, event -> listener.accept(type.cast(event)));
    change(all -> all.add(entry));
    return () -> change(all -> all.remove(entry));
  }

  /** Returns whether nobody listens at all. */
  public boolean isEmpty() {
    return listeners == null;
  }

  /**
   * Returns whether somebody would hear an event of the type.
   *
   * @param type the type of the event
   */
  public boolean hear(Class<? extends V> type) {
    List<Listener<V>> all = listeners;
    if (all == null) {
      return false;
    }
    for (Listener<V> listener : all) {
      if (listener.type.isAssignableFrom(type)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Delivers an event.
   *
   * @param event what happened
   */
  public void publish(V event) {
    Delivery outer = CURRENT.get();
    if (outer != null) {
      outer.add(() -> deliver(event));
      return;
    }
    Delivery delivery = new Delivery();
    CURRENT.set(delivery);
    try {
      deliver(event);
      delivery.runLater();
    } finally {
      // Not removed: to put back null takes less time.
      CURRENT.set(null);
    }
  }

  /**
   * Delivers an event now, even if this thread is about to deliver others: for those who keep an order of their own.
   *
   * @param event what happened
   */
  public void deliver(V event) {
    List<Listener<V>> all = listeners;
    if (all == null) {
      return;
    }
    for (Listener<V> listener : all) {
      if (listener.type.isInstance(event)) {
        deliver(event, listener);
      }
    }
  }

  private void change(Consumer<List<Listener<V>>> change) {
    List<Listener<V>> before;
    List<Listener<V>> after;
    do {
      before = listeners;
      after = before == null ? new ArrayList<>() : new ArrayList<>(before);
      change.accept(after);
    } while (!LISTENERS.compareAndSet(this, before, after.isEmpty() ? null : List.copyOf(after)));
  }

  private void deliver(V event, Listener<V> listener) {
    try {
      listener.action.accept(event);
    } catch (Throwable failure) {
      SafeLog.warn(
          LOGGER,
          () ->
              "a listener failed on " + event.getClass().getSimpleName() + " of " + event.origin(),
          failure);
    }
  }

  /** Holds what is to be delivered after the event that is being delivered: nothing, mostly. */
  private static final class Delivery {
    private @Nullable ArrayDeque<Runnable> later;

    void add(Runnable delivery) {
      if (later == null) {
        later = new ArrayDeque<>();
      }
      later.add(delivery);
    }

    void runLater() {
      if (later != null) {
        for (Runnable next = later.poll(); next != null; next = later.poll()) {
          next.run();
        }
      }
    }
  }

  /** Compared by identity: the same listener added twice is heard twice, and removed once by each subscription. */
  private static final class Listener<V> {
    private final Class<?> type;
    private final Consumer<V> action;

    Listener(Class<?> type, Consumer<V> action) {
      this.type = type;
      this.action = action;
    }
  }
}
