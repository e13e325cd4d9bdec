package dev.recloser.registry;

import dev.recloser.check.Argument;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.event.Subscription;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A circuit breaker for each key: each host, each tenant. There may be more keys in a lifetime than breakers fit into
 * memory, so their number is bounded, and a breaker that has nothing to remember goes when it has not been used for a
 * while.
 *
 * <pre>{@code
 * KeyedBreakers<String> hosts = KeyedBreakers.<String>builder("partners", CircuitBreaker::ofDefaults).build();
 * String body = hosts.get(host).call(() -> client.get(host, path));
 * }</pre>
 *
 * <p>A breaker stays as long as it is not closed, or one of its rules holds a bad call, or it was handed out a moment ago.
 * Where none of those looked at can go, another key gets the {@linkplain #overflow overflow breaker}, which all such keys
 * share and which, unless told otherwise, lets every call pass and counts. Ask for the breaker for each call: one that is
 * held for longer may have been dropped meanwhile.
 *
 * <p>Safe for use by many threads. {@link #get} takes no lock, and allocates nothing for a key that has a breaker; it
 * reads the clock. There is no timer: what is idle goes in passing, a few at a time.
 *
 * @param <K> the keys; compared by {@code equals}
 */
public final class KeyedBreakers<K> {
  private final String name;
  private final Function<? super K, CircuitBreaker> maker;
  private final Retention retention;
  private final TimeSource time;
  private final Switchboard switches = new Switchboard();
  private final Feed feed;
  private final Overflow overflow;
  private final Places<K> places;
  private final Shelf<K, CircuitBreaker> shelf;
  private final Shelf<String, CircuitBreaker> overflowShelf;

  private KeyedBreakers(Builder<K> builder) {
    this.name = builder.name;
    this.maker = builder.maker;
    this.time = builder.timeSource;
    this.retention = Retention.of(builder.idleAfter, builder.recentUse, builder.forgetAfter);
    this.feed = new Feed(time);
    this.overflow = new Overflow(
        name,
        builder.overflow != null ? builder.overflow : Overflow.counting(name, time),
        feed,
        time,
        retention.idle());
    this.shelf =
        new Shelf<>(PolicyKind.CIRCUIT_BREAKER, feed, switches, (key, breaker) -> breaker.name());
    this.places = new Places<>(shelf, builder.maxKeys, retention, time);
    this.overflowShelf =
        new Shelf<>(PolicyKind.CIRCUIT_BREAKER, feed, switches, (key, breaker) -> breaker.name());
    var unused = overflowShelf.obtain(name, null, Room.unlimited(), key -> overflow.breaker());
  }

  /**
   * Returns a builder holding the defaults.
   *
   * @param name what the overflow breaker and messages call it; not blank
   * @param maker makes the breaker of a key; called once for each key that has none, by one thread
   * @param <K> the keys
   */
  public static <K> Builder<K> builder(String name, Function<? super K, CircuitBreaker> maker) {
    return new Builder<>(Argument.notBlank("name", name), Argument.notNull("maker", maker));
  }

  /**
   * Returns the breaker of the key; that counts as a use. What makes the breaker may throw, which leaves nothing behind.
   *
   * @param key the key
   */
  public CircuitBreaker get(K key) {
    Argument.notNull("key", key);
    long now = time.nanoTime();
    Slot<K, CircuitBreaker> slot = shelf.find(key);
    while (slot == null || !slot.touch(now, retention.grain())) {
      slot = shelf.obtain(key, null, places, this::make);
      if (slot == null) {
        return overflow.take(key, places.bound());
      }
    }
    places.lookAround(now);
    return slot.policy();
  }

  /**
   * Returns the breaker of the key, if it has one. That is no use, and makes none.
   *
   * @param key the key
   */
  public Optional<CircuitBreaker> find(K key) {
    return Optional.ofNullable(shelf.find(Argument.notNull("key", key))).map(Slot::policy);
  }

  /**
   * Drops the breaker of the key, whatever it has to remember.
   *
   * @param key the key
   * @return the breaker, if there was one
   */
  public Optional<CircuitBreaker> remove(K key) {
    return shelf.remove(Argument.notNull("key", key), places);
  }

  /** Drops all breakers that may go for not having been used; returns how many. Calls do so too, a few at a time. */
  public int evictIdle() {
    return places.dropIdle();
  }

  /** Returns how many keys have a breaker, never more than the bound. */
  public int size() {
    return places.filled();
  }

  /** Returns the keys that have a breaker now; while others change them, perhaps also some that are just gone. */
  public Set<K> keys() {
    return shelf.stream().map(Slot::key).collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Returns the breakers that there are now, without the overflow breaker; while others change them, perhaps also some that are
   * just gone.
   */
  public Stream<CircuitBreaker> stream() {
    return shelf.stream().map(Slot::policy);
  }

  /** Returns the breaker that keys share for which there is no room. */
  public CircuitBreaker overflow() {
    return overflow.breaker();
  }

  /**
   * Switches all breakers off, those to come too, so that they let every call pass and judge nothing; or on again.
   *
   * @param enabled whether they guard
   */
  public void enabled(boolean enabled) {
    switches.all(enabled);
    shelf.adjustAll();
    overflowShelf.adjustAll();
  }

  /** Returns whether the breakers guard. */
  public boolean enabled() {
    return switches.isOn();
  }

  /**
   * Adds a listener for all events from now on.
   *
   * @param listener never called by two threads at once; what it throws is logged and changes nothing
   * @return the subscription, to be closed when the listener has heard enough
   */
  public Subscription onEvent(Consumer<? super RegistryEvent> listener) {
    return on(RegistryEvent.class, listener);
  }

  /**
   * Adds a listener for the events of one type.
   *
   * @param type the type, such as {@link RegistryEvent.Evicted}
   * @param listener never called by two threads at once; what it throws is logged and changes nothing
   * @param <V> the type
   * @return the subscription, to be closed when the listener has heard enough
   */
  public <V extends RegistryEvent> Subscription on(Class<V> type, Consumer<? super V> listener) {
    return feed.on(type, listener);
  }

  /**
   * Adds a listener for all events, which hears of the breakers that there are already, the overflow breaker too, as if they
   * were added now. It may hear of one twice.
   *
   * @param listener never called by two threads at once; what it throws is logged and changes nothing
   * @return the subscription, to be closed when the listener has heard enough
   */
  public Subscription follow(Consumer<? super RegistryEvent> listener) {
    return feed.follow(listener, hearer -> {
      overflowShelf.present(hearer);
      shelf.present(hearer);
    });
  }

  @Override
  public String toString() {
    return "KeyedBreakers[" + name + ", " + size() + " keys]";
  }

  private CircuitBreaker make(K key) {
    return Argument.notNull("what the maker returns", maker.apply(key));
  }

  /**
   * Builds {@link KeyedBreakers}.
   *
   * @param <K> the keys
   */
  public static final class Builder<K> {
    private static final int MOST_KEYS = 10_000_000;

    private final String name;
    private final Function<? super K, CircuitBreaker> maker;
    private int maxKeys = 10_000;
    private Duration idleAfter = Duration.ofMinutes(10);
    private Duration recentUse = Duration.ofSeconds(10);
    private Optional<Duration> forgetAfter = Optional.empty();
    private @Nullable CircuitBreaker overflow;
    private TimeSource timeSource = TimeSource.system();

    private Builder(String name, Function<? super K, CircuitBreaker> maker) {
      this.name = name;
      this.maker = maker;
    }

    /**
     * Sets how many keys have a breaker at the most. Default: 10,000.
     *
     * @param keys how many, from 1 to 10,000,000
     */
    public Builder<K> maxKeys(int keys) {
      Argument.require(keys <= MOST_KEYS, "maxKeys", "must be at most " + MOST_KEYS, keys);
      maxKeys = keys;
      return this;
    }

    /**
     * Sets after what time without use a breaker goes that has nothing to remember: at the earliest, and within twice
     * the time while there is any traffic. Default: 10 minutes.
     *
     * @param unused the time, positive
     */
    public Builder<K> idleAfter(Duration unused) {
      idleAfter = unused;
      return this;
    }

    /**
     * Sets for what time after a use a breaker stays even if there is no room for another key. Should be longer than a
     * call takes. Default: 10 seconds, or the idle time if that is shorter.
     *
     * @param used the time, positive
     */
    public Builder<K> recentUse(Duration used) {
      recentUse = used;
      return this;
    }

    /**
     * Sets after what time without use a breaker goes even if it has bad calls to remember or is open, unless its state
     * was set by hand. Default: never.
     *
     * @param unused the time, not shorter than the idle time
     */
    public Builder<K> forgetAfter(Duration unused) {
      forgetAfter = Optional.of(Argument.positive("forgetAfter", unused));
      return this;
    }

    /**
     * Sets the breaker that keys share for which there is no room. Default: one called after these, with the name's
     * ending {@code -overflow}, that lets all calls pass and counts them, in metrics-only state.
     *
     * @param breaker the breaker
     */
    public Builder<K> overflow(CircuitBreaker breaker) {
      overflow = Argument.notNull("overflow", breaker);
      return this;
    }

    /**
     * Sets what time without use is measured by. Default: {@link TimeSource#system()}.
     *
     * @param timeSource the time source
     */
    public Builder<K> timeSource(TimeSource timeSource) {
      this.timeSource = timeSource;
      return this;
    }

    /**
     * Builds the breakers, of which there is none yet.
     *
     * @throws IllegalArgumentException if a setting is missing or out of its range
     */
    public KeyedBreakers<K> build() {
      Argument.atLeast(1, "maxKeys", maxKeys);
      Argument.positive("idleAfter", idleAfter);
      Argument.positive("recentUse", recentUse);
      forgetAfter.ifPresent(forget -> Argument.require(
          forget.compareTo(idleAfter) >= 0,
          "forgetAfter",
          "must not be shorter than idleAfter " + idleAfter,
          forget));
      Argument.notNull("timeSource", timeSource);
      return new KeyedBreakers<>(this);
    }
  }
}
