package dev.recloser.endpoint;

import dev.recloser.check.Argument;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.time.Randomness;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Builds an {@link EndpointPool}; what is not set keeps its default.
 *
 * @param <E> the endpoints
 */
public final class EndpointPoolBuilder<E> {
  private static final Duration CHECK_TIMEOUT = Duration.ofSeconds(1);

  private final String name;
  private List<E> endpoints = List.of();
  private Choice choice = Choice.peakEwma();
  private @Nullable Function<? super E, CircuitBreaker> breakers;
  private @Nullable OutlierDetection detection;
  private double panicThreshold = 0.5;
  private Duration slowStart = Duration.ZERO;
  private @Nullable HealthCheck<? super E> healthCheck;
  private @Nullable Duration checkInterval;
  private @Nullable Duration checkTimeout;
  private int unhealthyAfter = 3;
  private int healthyAfter = 2;
  private TimeSource timeSource = TimeSource.system();
  private RandomGenerator random = Randomness.system();

  EndpointPoolBuilder(String name) {
    this.name = name;
  }

  /**
   * Sets the endpoints that the pool begins with. Default: none.
   *
   * @param endpoints the endpoints, no two of them equal
   */
  public EndpointPoolBuilder<E> endpoints(Collection<? extends E> endpoints) {
    List<E> all = new ArrayList<>();
    for (E endpoint : Argument.notNull("endpoints", endpoints)) {
      Argument.notNull("endpoint", endpoint);
      Argument.require(!all.contains(endpoint), "endpoints", "must differ", endpoint + " twice");
      all.add(endpoint);
    }
    this.endpoints = List.copyOf(all);
    return this;
  }

  /**
   * Sets how an endpoint is chosen among those that may be called. Default: {@link Choice#peakEwma()}.
   *
   * @param choice the choice
   */
  public EndpointPoolBuilder<E> choice(Choice choice) {
    this.choice = choice;
    return this;
  }

  /**
   * Gives each endpoint a circuit breaker. A call whose endpoint is refused by its breaker goes to another. Default: none.
   *
   * @param maker makes the breaker of an endpoint; called when the endpoint joins the pool
   */
  public EndpointPoolBuilder<E> circuitBreaker(Function<? super E, CircuitBreaker> maker) {
    breakers = Argument.notNull("circuitBreaker", maker);
    return this;
  }

  /**
   * Leaves out endpoints that fail more than the others, for a while. Default: off.
   *
   * @param detection which, and for how long
   */
  public EndpointPoolBuilder<E> ejectOutliers(OutlierDetection detection) {
    this.detection = Argument.notNull("ejectOutliers", detection);
    return this;
  }

  /**
   * Sets the share of well endpoints below which ejections and health checks are ignored. An endpoint is well that is not
   * ejected, passes its health checks, and has no open breaker. Default: 0.5, as in Envoy.
   *
   * @param share the share, in [0, 1]; 0 never ignores them
   */
  public EndpointPoolBuilder<E> panicThreshold(double share) {
    panicThreshold = share;
    return this;
  }

  /**
   * Sets for how long an endpoint that was added, readmitted or is healthy again takes only a share of the calls it would
   * have. The share rises in step with time from a tenth to all, as in Envoy's slow start with an aggression of 1. Default:
   * zero, which is off.
   *
   * @param span how long, not negative
   */
  public EndpointPoolBuilder<E> slowStart(Duration span) {
    slowStart = span;
    return this;
  }

  /**
   * Asks each endpoint again and again whether it is well. The first check comes after a random part of the interval, the
   * others an interval after the one before has ended, give or take a tenth. An endpoint that joins counts as healthy.
   * The pool is to be {@linkplain EndpointPool#close() closed} then. Default: none.
   *
   * @param interval the interval, positive
   * @param check asks an endpoint
   */
  public EndpointPoolBuilder<E> healthCheck(Duration interval, HealthCheck<? super E> check) {
    checkInterval = Argument.positive("healthCheck interval", interval);
    healthCheck = Argument.notNull("healthCheck", check);
    return this;
  }

  /**
   * Sets how long a health check may take; then it is cancelled, and counts as bad. Default: 1 second, or the interval if
   * that is shorter.
   *
   * @param timeout how long, positive
   */
  public EndpointPoolBuilder<E> healthCheckTimeout(Duration timeout) {
    checkTimeout = Argument.positive("healthCheckTimeout", timeout);
    return this;
  }

  /**
   * Sets how many bad health checks in a row make an endpoint unhealthy. Default: 3.
   *
   * @param checks how many, at least 1
   */
  public EndpointPoolBuilder<E> unhealthyAfter(int checks) {
    unhealthyAfter = checks;
    return this;
  }

  /**
   * Sets how many good health checks in a row make an unhealthy endpoint healthy. Default: 2.
   *
   * @param checks how many, at least 1
   */
  public EndpointPoolBuilder<E> healthyAfter(int checks) {
    healthyAfter = checks;
    return this;
  }

  /**
   * Sets what the pool runs on. Default: {@link TimeSource#system()}.
   *
   * @param timeSource the time source
   */
  public EndpointPoolBuilder<E> timeSource(TimeSource timeSource) {
    this.timeSource = timeSource;
    return this;
  }

  /**
   * Sets where random numbers come from: for choice, enforcement and jitter. Default: {@link Randomness#system()}.
   *
   * @param random the source; must be safe for use by many threads
   */
  public EndpointPoolBuilder<E> random(RandomGenerator random) {
    this.random = random;
    return this;
  }

  /**
   * Builds the pool, and begins its health checks.
   *
   * @throws IllegalArgumentException if a setting is missing or out of its range
   */
  public EndpointPool<E> build() {
    Argument.notNull("choice", choice);
    Argument.share("panicThreshold", panicThreshold);
    Argument.notNegative("slowStart", slowStart);
    Argument.atLeast(1, "unhealthyAfter", unhealthyAfter);
    Argument.atLeast(1, "healthyAfter", healthyAfter);
    Argument.notNull("timeSource", timeSource);
    Argument.notNull("random", random);
    return new EndpointPool<>(this);
  }

  String name() {
    return name;
  }

  List<E> endpoints() {
    return endpoints;
  }

  double panicThreshold() {
    return panicThreshold;
  }

  TimeSource timeSource() {
    return timeSource;
  }

  Chooser chooser() {
    return choice.chooser(random);
  }

  /** Returns what makes a member of an endpoint. */
  Function<E, Member<E>> newcomers() {
    Function<? super E, CircuitBreaker> maker = breakers;
    long decayNanos = TimeSource.saturatedNanos(choice.decay());
    long slowStartNanos = TimeSource.saturatedNanos(slowStart);
    TimeSource time = timeSource;
    return endpoint -> new Member<>(
        endpoint,
        maker == null
            ? null
            : Argument.notNull("what circuitBreaker returns", maker.apply(endpoint)),
        new Latency(decayNanos),
        new Warmup(slowStartNanos),
        time.nanoTime());
  }

  @Nullable
  Outliers<E> outliers(Roster<E> roster, Announcer announcer) {
    return detection == null
        ? null
        : new Outliers<>(detection, roster, random, announcer, timeSource.nanoTime());
  }

  @Nullable
  Checkups<E> checkups(Roster<E> roster, Announcer announcer) {
    if (healthCheck == null || checkInterval == null) {
      return null;
    }
    Duration timeout = checkTimeout != null
        ? checkTimeout
        : checkInterval.compareTo(CHECK_TIMEOUT) < 0 ? checkInterval : CHECK_TIMEOUT;
    HealthChecks<E> checks = new HealthChecks<>(
        healthCheck, checkInterval, timeout, unhealthyAfter, healthyAfter, timeSource, random);
    return new Checkups<>(checks, roster, announcer);
  }
}
