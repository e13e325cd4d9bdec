package dev.recloser.endpoint;

import dev.recloser.Outcome;
import dev.recloser.check.Argument;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.Permit;
import dev.recloser.event.Origins;
import dev.recloser.event.Subscription;
import dev.recloser.time.TimeSource;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Several endpoints that serve the same: spreads calls over them, and turns calls away from those that are ill.
 *
 * <pre>{@code
 * EndpointPool<URI> pool = EndpointPool.<URI>builder("inventory")
 *     .endpoints(List.of(a, b, c, d))
 *     .ejectOutliers(OutlierDetection.ofDefaults())
 *     .build();
 *
 * try (EndpointPool.Lease<URI> lease = pool.acquire()) {
 *   String body = client.get(lease.endpoint(), sku);
 *   lease.succeeded();
 *   return body;
 * }
 * }</pre>
 *
 * <p>An endpoint is left out while it is ejected for its outcomes, while its health checks fail, and while its circuit
 * breaker refuses calls. Where less than the panic threshold of the endpoints is well, ejections and health checks are
 * ignored until that has changed, as in Envoy: few endpoints that get all calls would soon be ill too. Breakers always hold.
 *
 * <p>Safe for use by many threads; takes no lock and never blocks. Nothing but health checks needs a timer: intervals and
 * ejections end on the first call after their time. Outstanding leases of an endpoint that was removed settle as usual, to
 * no effect on the others; one that is added again starts anew.
 *
 * @param <E> the endpoints; compared by {@code equals}
 */
public final class EndpointPool<E> implements AutoCloseable {
  private final String name;
  private final TimeSource time;
  private final Announcer announcer;
  private final Roster<E> roster = new Roster<>();
  private final Function<E, Member<E>> newcomer;
  private final Panic panic;
  private final Calls<E> calls;
  private final @Nullable Checkups<E> checkups;

  EndpointPool(EndpointPoolBuilder<E> builder) {
    this.name = builder.name();
    this.time = builder.timeSource();
    this.announcer = new Announcer(name, time);
    this.newcomer = builder.newcomers();
    this.panic = new Panic(builder.panicThreshold(), announcer);
    for (E endpoint : builder.endpoints()) {
      roster.add(newcomer.apply(endpoint));
    }
    this.calls = new Calls<>(
        name,
        time,
        roster,
        new Rotation<>(builder.chooser(), panic),
        builder.outliers(roster, announcer));
    this.checkups = builder.checkups(roster, announcer);
    if (checkups != null) {
      checkups.startAll();
    }
  }

  /**
   * Returns a builder holding the defaults.
   *
   * @param name what events and messages call the pool; not blank
   * @param <E> the endpoints
   */
  public static <E> EndpointPoolBuilder<E> builder(String name) {
    return new EndpointPoolBuilder<>(Argument.notBlank("name", name));
  }

  /**
   * Returns leave to call an endpoint, to be settled when the call has ended.
   *
   * @throws NoEndpointException if no endpoint can be had
   */
  public Lease<E> acquire() {
    return acquire(Set.of());
  }

  /**
   * Returns leave to call an endpoint, to be settled when the call has ended.
   *
   * @param avoid endpoints that are chosen only if no other can be had: those the call has tried already
   * @throws NoEndpointException if no endpoint can be had
   */
  public Lease<E> acquire(Set<? extends E> avoid) {
    return calls.begin(Argument.notNull("avoid", avoid));
  }

  /**
   * Adds an endpoint, which begins with a slow start. The others keep all that is known of them.
   *
   * @param endpoint the endpoint
   * @return whether it was not in the pool yet
   */
  public boolean add(E endpoint) {
    Argument.notNull("endpoint", endpoint);
    if (roster.find(endpoint) != null) {
      return false;
    }
    Member<E> member = newcomer.apply(endpoint);
    long now = time.nanoTime();
    member.warmup().start(now);
    if (!roster.add(member)) {
      return false;
    }
    announcer.publish(origin -> new EndpointEvent.Added(origin, endpoint));
    if (checkups != null) {
      checkups.start(member);
    }
    calls.endpointsChanged(now);
    return true;
  }

  /**
   * Takes an endpoint out. Its outstanding leases go on; its health check is cancelled.
   *
   * @param endpoint the endpoint
   * @return whether it was in the pool
   */
  public boolean remove(E endpoint) {
    Member<E> member = roster.remove(Argument.notNull("endpoint", endpoint));
    if (member == null) {
      return false;
    }
    if (checkups != null) {
      checkups.stop(member);
    }
    announcer.publish(origin -> new EndpointEvent.Removed(origin, member.endpoint()));
    calls.endpointsChanged(time.nanoTime());
    return true;
  }

  /** Returns the endpoints, in the order in which they were added. */
  public List<E> endpoints() {
    return roster.members().stream().map(Member::endpoint).toList();
  }

  /**
   * Returns whether an endpoint other than these is well: neither ejected, nor failing its health checks, nor refused by its
   * circuit breaker.
   *
   * @param tried the endpoints that are of no interest
   */
  public boolean hasOther(Set<? extends E> tried) {
    Argument.notNull("tried", tried);
    return roster.members().stream()
        .anyMatch(member -> member.well() && !tried.contains(member.endpoint()));
  }

  /** Returns what events and messages call the pool. */
  public String name() {
    return name;
  }

  /** Returns a reading of the pool. It changes nothing, and ends no ejection. */
  public EndpointPoolSnapshot<E> snapshot() {
    long now = time.nanoTime();
    Instant wallNow = Origins.now(time);
    return new EndpointPoolSnapshot<>(
        name,
        panic.panicking(),
        roster.members().stream()
            .map(member -> EndpointSnapshot.of(member, now, wallNow))
            .toList());
  }

  /**
   * Adds a listener for all events.
   *
   * @param listener called on the thread that causes the event; what it throws is logged and changes nothing
   * @return the subscription, to be closed when the listener has heard enough
   */
  public Subscription onEvent(Consumer<? super EndpointEvent> listener) {
    return on(EndpointEvent.class, listener);
  }

  /**
   * Adds a listener for the events of one type.
   *
   * @param type the type, such as {@link EndpointEvent.Ejected}
   * @param listener called on the thread that causes the event; what it throws is logged and changes nothing
   * @param <V> the type
   * @return the subscription, to be closed when the listener has heard enough
   */
  public <V extends EndpointEvent> Subscription on(Class<V> type, Consumer<? super V> listener) {
    return announcer.listeners().on(type, listener);
  }

  /** Ends the health checks. Calls go on as before, and endpoints keep the health they have. */
  @Override
  public void close() {
    if (checkups != null) {
      checkups.close();
    }
  }

  @Override
  public String toString() {
    return "EndpointPool[" + name + ", " + endpoints() + "]";
  }

  /**
   * Leave to make one call to an endpoint, and the duty to say how it ended.
   *
   * <p>It settles once: the first report counts, later ones do nothing. It settles the permit of the endpoint's circuit
   * breaker too. Safe for use by many threads; it may be settled on another thread than the one that acquired it.
   *
   * @param <E> the endpoints
   */
  public static final class Lease<E> implements AutoCloseable {
    private final Calls<E> calls;
    private final Member<E> member;
    private volatile long startedAt;
    private final AtomicBoolean settled = new AtomicBoolean();
    private volatile @Nullable Permit permit;

    Lease(Calls<E> calls, Member<E> member, long startedAt) {
      this.calls = calls;
      this.member = member;
      this.startedAt = startedAt;
    }

    /** Asks the endpoint's breaker, if it has one; returns whether the call may begin. */
    boolean admit() {
      CircuitBreaker breaker = member.breaker();
      if (breaker != null) {
        Optional<Permit> granted = breaker.tryAcquire();
        if (granted.isEmpty()) {
          return false;
        }
        permit = granted.get();
      }
      member.admitted();
      return true;
    }

    /** Returns the endpoint to call. */
    public E endpoint() {
      return member.endpoint();
    }

    /**
     * Starts the clock of the call anew. For calls that wait for something after they have their endpoint, such as a limit of
     * one's own: how long that takes is not the endpoint's.
     */
    public void restart() {
      startedAt = calls.now();
    }

    /** Reports a success. */
    public void succeeded() {
      settle(Outcome.SUCCESS, Permit::succeeded);
    }

    /**
     * Reports an exception. The breaker judges it by its own settings; for the pool it is a failure unless it is an error,
     * an interruption or a refusal by a policy further in, which say nothing of the endpoint.
     *
     * @param cause what the call threw
     */
    public void failed(Throwable cause) {
      Argument.notNull("cause", cause);
      settle(Verdict.on(cause), permit -> permit.failed(cause));
    }

    /** Reports that nothing was learnt of the endpoint: the call was cancelled, or never made. */
    public void released() {
      settle(Outcome.IGNORED, Permit::released);
    }

    /** Reports a failure, unless something was reported before: the call ended by a throw. */
    @Override
    public void close() {
      settle(Outcome.FAILURE, Permit::close);
    }

    private void settle(Outcome outcome, Consumer<Permit> report) {
      if (!settled.compareAndSet(false, true)) {
        return;
      }
      try {
        Permit granted = permit;
        if (granted != null) {
          report.accept(granted);
        }
      } finally {
        calls.end(member, startedAt, outcome);
      }
    }
  }
}
