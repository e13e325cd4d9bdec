package dev.recloser.registry;

import dev.recloser.check.Argument;
import dev.recloser.check.SafeLog;
import dev.recloser.event.Event.Origin;
import dev.recloser.event.Listeners;
import dev.recloser.event.Origins;
import dev.recloser.event.Subscription;
import dev.recloser.time.TimeSource;
import java.time.Instant;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;

/** What happens in a registry, one thing after another. */
final class Feed {

  /*
   * Things are queued in the order in which they take place, and whoever finds nobody at it carries them out, until none
   * is left; so listeners are never called by two threads at once, and never hear that something was removed before
   * they hear that it was added. No lock is held meanwhile: others queue and go on.
   */

  private static final System.Logger LOGGER = System.getLogger(Registry.class.getName());

  private final TimeSource time;
  private final Listeners<RegistryEvent> listeners = new Listeners<>();
  private final ConcurrentLinkedQueue<Runnable> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicLong sequence = new AtomicLong();

  Feed(TimeSource time) {
    this.time = time;
  }

  <V extends RegistryEvent> Subscription on(Class<V> type, Consumer<? super V> listener) {
    return listeners.on(type, listener);
  }

  /**
   * Adds a listener that first hears of what is there.
   *
   * @param present tells all that is there
   */
  Subscription follow(
      Consumer<? super RegistryEvent> listener, Consumer<Consumer<RegistryEvent>> present) {
    Follower follower = new Follower(Argument.notNull("listener", listener));
    add(() -> {
      follower.join(listeners);
      present.accept(follower::hear);
    });
    carryOut();
    return follower;
  }

  /** Queues an event, if somebody hears it. */
  void tell(
      Class<? extends RegistryEvent> type, String name, Function<Origin, RegistryEvent> event) {
    if (listeners.hear(type)) {
      Instant at = Origins.now(time);
      add(() -> listeners.deliver(event.apply(origin(name, at))));
    }
  }

  /** In the feed: returns the origin of what is there, and is told of now. */
  Origin origin(String name) {
    return origin(name, Origins.now(time));
  }

  /** Only called by who carries out, so that numbers rise as events are delivered. */
  private Origin origin(String name, Instant at) {
    return new Origin(name, sequence.incrementAndGet(), at);
  }

  void add(Runnable step) {
    queue.add(step);
  }

  /** Carries out what is queued, unless another thread is at it, or this one further up its stack. */
  void carryOut() {
    if (requests.getAndIncrement() != 0) {
      return;
    }
    int seen = 1;
    do {
      for (Runnable step = queue.poll(); step != null; step = queue.poll()) {
        carryOut(step);
      }
      seen = requests.addAndGet(-seen);
    } while (seen != 0);
  }

  private static void carryOut(Runnable step) {
    try {
      step.run();
    } catch (Throwable fault) {
      SafeLog.warn(LOGGER, () -> "a policy could not be switched", fault);
    }
  }

  /** A listener that joins when its turn comes. */
  private static final class Follower implements Subscription {
    private final Listeners<RegistryEvent> own = new Listeners<>();
    private final Subscription inner;
    private volatile Subscription outer = () -> {};
    private volatile boolean closed;

    Follower(Consumer<? super RegistryEvent> listener) {
      this.inner = own.on(RegistryEvent.class, listener);
    }

    void join(Listeners<RegistryEvent> all) {
      outer = all.on(RegistryEvent.class, this::hear);
      if (closed) {
        outer.close();
      }
    }

    void hear(RegistryEvent event) {
      own.deliver(event);
    }

    @Override
    public void close() {
      closed = true;
      inner.close();
      outer.close();
    }
  }
}
