package dev.recloser.registry;

import dev.recloser.Pipeline;
import dev.recloser.bulkhead.Bulkhead;
import dev.recloser.bulkhead.BulkheadConfig;
import dev.recloser.check.Argument;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreakerConfig;
import dev.recloser.event.Subscription;
import dev.recloser.ratelimiter.RateLimiter;
import dev.recloser.ratelimiter.RateLimiterConfig;
import dev.recloser.registry.Replacement.OfBreaker;
import dev.recloser.registry.Replacement.OfBulkhead;
import dev.recloser.registry.Replacement.OfRateLimiter;
import dev.recloser.registry.Replacement.OfRetry;
import dev.recloser.retry.Retry;
import dev.recloser.retry.RetryConfig;
import dev.recloser.time.TimeSource;
import dev.recloser.timeout.Timeout;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Policies by name, each made when it is first asked for.
 *
 * <pre>{@code
 * Registry registry = Registry.create();
 * CircuitBreaker breaker = registry.breaker("inventory", b -> b.cooldown(Backoff.fixed(Duration.ofSeconds(10))));
 * CircuitBreaker same = registry.breaker("inventory");
 * }</pre>
 *
 * <p>Settings count when the policy is made, and are not looked at later. Settings that have a name of their own are
 * checked: to ask for a policy with another named config than it was made with is an error. A breaker and a retry may have
 * the same name.
 *
 * <p>Safe for use by many threads. To ask for a policy that is there takes no lock and allocates nothing. One that is not
 * there is made by one thread, for which others that ask for it wait; what makes it may ask for other policies. The
 * names should be few, and known: for those that come from outside there are {@link KeyedBreakers}.
 */
public final class Registry {

  /** The name of the config that policies start from. Until it is set it holds the defaults of the library. */
  public static final String DEFAULT = "default";

  private final TimeSource time;
  private final Feed feed;
  private final Switchboard switches = new Switchboard();
  private final ConcurrentHashMap<PolicyKind<?, ?>, Section<?, ?>> sections =
      new ConcurrentHashMap<>();

  private Registry(TimeSource time) {
    this.time = time;
    this.feed = new Feed(time);
  }

  /** Returns an empty registry, whose policies run on the system's time. */
  public static Registry create() {
    return create(TimeSource.system());
  }

  /**
   * Returns an empty registry.
   *
   * @param timeSource what its policies run on, unless their settings say otherwise; a config made before does
   */
  public static Registry create(TimeSource timeSource) {
    return new Registry(Argument.notNull("timeSource", timeSource));
  }

  /**
   * Returns the circuit breaker of the name; made with the defaults if there is none.
   *
   * @param name the name, not blank
   */
  public CircuitBreaker breaker(String name) {
    return get(PolicyKind.CIRCUIT_BREAKER, name);
  }

  /**
   * Returns the circuit breaker of the name; made with these settings if there is none.
   *
   * @param name the name, not blank
   * @param settings changes the settings; called only to make it
   */
  public CircuitBreaker breaker(String name, Consumer<? super CircuitBreaker.Builder> settings) {
    return get(PolicyKind.CIRCUIT_BREAKER, name, settings);
  }

  /**
   * Returns the circuit breaker of the name; made with the named config if there is none.
   *
   * @param name the name, not blank
   * @param config the name of the config
   * @throws IllegalStateException if it was made with other settings than those of the config
   * @throws IllegalArgumentException if there is no such config
   */
  public CircuitBreaker breaker(String name, String config) {
    return get(PolicyKind.CIRCUIT_BREAKER, name, config);
  }

  /**
   * Returns the retry of the name; made with the defaults if there is none.
   *
   * @param name the name, not blank
   */
  public Retry retry(String name) {
    return get(PolicyKind.RETRY, name);
  }

  /**
   * Returns the retry of the name; made with these settings if there is none.
   *
   * @param name the name, not blank
   * @param settings changes the settings; called only to make it
   */
  public Retry retry(String name, Consumer<? super Retry.Builder> settings) {
    return get(PolicyKind.RETRY, name, settings);
  }

  /**
   * Returns the retry of the name; made with the named config if there is none.
   *
   * @param name the name, not blank
   * @param config the name of the config
   * @throws IllegalStateException if it was made with other settings than those of the config
   * @throws IllegalArgumentException if there is no such config
   */
  public Retry retry(String name, String config) {
    return get(PolicyKind.RETRY, name, config);
  }

  /**
   * Returns the bulkhead of the name; made with the defaults if there is none.
   *
   * @param name the name, not blank
   */
  public Bulkhead bulkhead(String name) {
    return get(PolicyKind.BULKHEAD, name);
  }

  /**
   * Returns the bulkhead of the name; made with these settings if there is none.
   *
   * @param name the name, not blank
   * @param settings changes the settings; called only to make it
   */
  public Bulkhead bulkhead(String name, Consumer<? super Bulkhead.Builder> settings) {
    return get(PolicyKind.BULKHEAD, name, settings);
  }

  /**
   * Returns the bulkhead of the name; made with the named config if there is none.
   *
   * @param name the name, not blank
   * @param config the name of the config
   * @throws IllegalStateException if it was made with other settings than those of the config
   * @throws IllegalArgumentException if there is no such config
   */
  public Bulkhead bulkhead(String name, String config) {
    return get(PolicyKind.BULKHEAD, name, config);
  }

  /**
   * Returns the rate limiter of the name; made with the defaults if there is none. Of the library's own there are none for a
   * rate, so the {@linkplain #DEFAULT default} config must set one.
   *
   * @param name the name, not blank
   * @throws IllegalArgumentException if it is to be made, and the default config has no rate
   */
  public RateLimiter rateLimiter(String name) {
    return get(PolicyKind.RATE_LIMITER, name);
  }

  /**
   * Returns the rate limiter of the name; made with these settings if there is none.
   *
   * @param name the name, not blank
   * @param settings changes the settings; called only to make it
   */
  public RateLimiter rateLimiter(String name, Consumer<? super RateLimiter.Builder> settings) {
    return get(PolicyKind.RATE_LIMITER, name, settings);
  }

  /**
   * Returns the rate limiter of the name; made with the named config if there is none.
   *
   * @param name the name, not blank
   * @param config the name of the config
   * @throws IllegalStateException if it was made with other settings than those of the config
   * @throws IllegalArgumentException if there is no such config
   */
  public RateLimiter rateLimiter(String name, String config) {
    return get(PolicyKind.RATE_LIMITER, name, config);
  }

  /**
   * Returns the timeout of the name; made with these settings if there is none. Without any, or with a named config, it is
   * got like any other kind: {@code get(PolicyKind.TIMEOUT, name)}.
   *
   * @param name the name, not blank
   * @param settings sets the limit; called only to make it
   */
  public Timeout timeout(String name, Consumer<? super Timeout.Builder> settings) {
    return get(PolicyKind.TIMEOUT, name, settings);
  }

  /**
   * Returns the pipeline of the name; made with these settings if there is none. They may ask this registry for its
   * policies.
   *
   * @param name the name, not blank
   * @param settings adds the policies; called only to make it
   */
  public Pipeline pipeline(String name, Consumer<? super Pipeline.Builder> settings) {
    return get(PolicyKind.PIPELINE, name, settings);
  }

  /**
   * Returns the policy of the kind and the name; made with the defaults if there is none.
   *
   * @param kind the kind
   * @param name the name, not blank
   * @param <P> the policy
   */
  public <P> P get(PolicyKind<P, ?> kind, String name) {
    return section(kind).get(name);
  }

  /**
   * Returns the policy of the kind and the name; made with these settings if there is none.
   *
   * @param kind the kind
   * @param name the name, not blank
   * @param settings changes the settings; called only to make it
   * @param <P> the policy
   * @param <B> its builder
   */
  public <P, B> P get(PolicyKind<P, B> kind, String name, Consumer<? super B> settings) {
    return section(kind).get(name, settings);
  }

  /**
   * Returns the policy of the kind and the name; made with the named config if there is none.
   *
   * @param kind the kind
   * @param name the name, not blank
   * @param config the name of the config
   * @param <P> the policy
   * @throws IllegalStateException if it was made with other settings than those of the config
   * @throws IllegalArgumentException if there is no such config
   */
  public <P> P get(PolicyKind<P, ?> kind, String name, String config) {
    return section(kind).get(name, config);
  }

  /**
   * Names settings of circuit breakers. They replace those of the {@linkplain #DEFAULT default} config, time source
   * included.
   *
   * @param name the name of the config
   * @param config the settings
   * @throws IllegalStateException if others have the name
   */
  public void config(String name, CircuitBreakerConfig config) {
    config(PolicyKind.CIRCUIT_BREAKER, name, new OfBreaker(Argument.notNull("config", config)));
  }

  /**
   * Names settings of retries. They replace those of the {@linkplain #DEFAULT default} config, time source included.
   *
   * @param name the name of the config
   * @param config the settings
   * @throws IllegalStateException if others have the name
   */
  public void config(String name, RetryConfig config) {
    config(PolicyKind.RETRY, name, new OfRetry(Argument.notNull("config", config)));
  }

  /**
   * Names settings of bulkheads. They replace those of the {@linkplain #DEFAULT default} config, time source included.
   *
   * @param name the name of the config
   * @param config the settings
   * @throws IllegalStateException if others have the name
   */
  public void config(String name, BulkheadConfig config) {
    config(PolicyKind.BULKHEAD, name, new OfBulkhead(Argument.notNull("config", config)));
  }

  /**
   * Names settings of rate limiters. They replace those of the {@linkplain #DEFAULT default} config, time source included.
   *
   * @param name the name of the config
   * @param config the settings
   * @throws IllegalStateException if others have the name
   */
  public void config(String name, RateLimiterConfig config) {
    config(PolicyKind.RATE_LIMITER, name, new OfRateLimiter(Argument.notNull("config", config)));
  }

  /**
   * Names settings of a kind of policy. They are changes to those of the {@linkplain #DEFAULT default} config.
   *
   * @param kind the kind
   * @param name the name of the config
   * @param settings changes the settings; called for each policy that is made with them
   * @param <B> the builder
   * @throws IllegalStateException if others have the name
   */
  public <B> void config(PolicyKind<?, B> kind, String name, Consumer<? super B> settings) {
    section(kind).config(name, settings);
  }

  /**
   * Returns the policy of the kind and the name, if there is one.
   *
   * @param kind the kind
   * @param name the name
   * @param <P> the policy
   */
  public <P> Optional<P> find(PolicyKind<P, ?> kind, String name) {
    return section(kind).find(name);
  }

  /**
   * Forgets the policy of the kind and the name. It goes on working for those who hold it; the next to ask gets another.
   *
   * @param kind the kind
   * @param name the name
   * @param <P> the policy
   * @return the policy, if there was one
   */
  public <P> Optional<P> remove(PolicyKind<P, ?> kind, String name) {
    return section(kind).remove(name);
  }

  /**
   * Returns the names of the policies of a kind that there are now.
   *
   * @param kind the kind
   */
  public Set<String> names(PolicyKind<?, ?> kind) {
    return section(kind).names();
  }

  /**
   * Returns the policies of a kind that there are now.
   *
   * @param kind the kind
   * @param <P> the policies
   */
  public <P> Stream<P> stream(PolicyKind<P, ?> kind) {
    return section(kind).stream();
  }

  /** Returns the policies of all kinds that there are now. */
  public Stream<Object> stream() {
    return sections.values().stream().flatMap(Section::stream);
  }

  /**
   * Switches all policies off, those to come too, so that they let every call pass unguarded; or on again, except those
   * whose names are off.
   *
   * @param enabled whether they guard
   */
  public void enabled(boolean enabled) {
    switches.all(enabled);
    adjustAll();
  }

  /**
   * Switches the policies of a name off, of every kind and those to come too, so that they let every call pass unguarded;
   * or on again, if the registry is.
   *
   * @param name the name
   * @param enabled whether they guard
   */
  public void enabled(String name, boolean enabled) {
    switches.name(Argument.notBlank("name", name), enabled);
    adjustAll();
  }

  /**
   * Returns whether policies of the name guard.
   *
   * @param name the name
   */
  public boolean enabled(String name) {
    return switches.isOn(Argument.notNull("name", name));
  }

  /** Returns whether policies guard, unless their name is off. */
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
   * @param type the type, such as {@link RegistryEvent.Added}
   * @param listener never called by two threads at once; what it throws is logged and changes nothing
   * @param <V> the type
   * @return the subscription, to be closed when the listener has heard enough
   */
  public <V extends RegistryEvent> Subscription on(Class<V> type, Consumer<? super V> listener) {
    return feed.on(type, listener);
  }

  /**
   * Adds a listener for all events, which hears of the policies that there are already as if they were added now. It
   * misses none, and may hear of one twice: what binds meters late binds by this.
   *
   * @param listener never called by two threads at once; what it throws is logged and changes nothing
   * @return the subscription, to be closed when the listener has heard enough
   */
  public Subscription follow(Consumer<? super RegistryEvent> listener) {
    return feed.follow(
        listener, hearer -> sections.values().forEach(section -> section.shelf().present(hearer)));
  }

  @Override
  public String toString() {
    return "Registry"
        + sections.values().stream().map(Section::toString).sorted().toList();
  }

  private void adjustAll() {
    sections.values().forEach(section -> section.shelf().adjustAll());
  }

  @SuppressWarnings("unchecked") // A kind is mapped to the section that was made for it.
  private <P, B> Section<P, B> section(PolicyKind<P, B> kind) {
    Section<?, ?> section = sections.get(Argument.notNull("kind", kind));
    if (section == null) {
      section = sections.computeIfAbsent(kind, key -> new Section<>(key, time, feed, switches));
    }
    return (Section<P, B>) section;
  }
}
