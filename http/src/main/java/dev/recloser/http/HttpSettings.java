package dev.recloser.http;

import dev.recloser.FallbackReason;
import dev.recloser.Pipeline;
import dev.recloser.bulkhead.Bulkhead;
import dev.recloser.check.Argument;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.endpoint.EndpointPool;
import dev.recloser.http.spi.Dialect;
import dev.recloser.http.spi.Sender;
import dev.recloser.ratelimiter.RateLimiter;
import dev.recloser.registry.KeyedBreakers;
import dev.recloser.retry.Retry;
import dev.recloser.time.TimeSource;
import dev.recloser.timeout.Timeout;
import java.net.URI;
import java.time.Duration;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What can be switched on around an HTTP client, whichever it is. The order of the calls is of no importance: what lies
 * within what is fixed. Not safe for use by many threads.
 *
 * <p>From the outside in: a fallback, a timeout for all attempts, a retry, a circuit breaker, a rate limiter, a bulkhead,
 * a timeout for each attempt. So a breaker is asked and told once per attempt.
 *
 * @param <Q> the client's requests
 * @param <B> the builder
 */
public abstract class HttpSettings<Q, B extends HttpSettings<Q, B>> {
  private String name = "http";
  private TimeSource time = TimeSource.system();
  private HttpOutcomes outcomes = HttpOutcomes.ofDefaults();
  private Repeats<Q> repeats = Repeats.ofDefaults();
  private Marks marks = Marks.NONE;
  private @Nullable Supplier<Function<URI, CircuitBreaker>> breakers;
  private @Nullable EndpointPool<URI> endpoints;
  private @Nullable Function<URI, Retry> retries;
  private @Nullable Duration timeout;
  private @Nullable Duration attemptTimeout;
  private @Nullable Bulkhead bulkhead;
  private @Nullable RateLimiter rateLimiter;
  private @Nullable BiFunction<? super Q, ? super FallbackReason, FallbackResponse> fallback;

  /** For the builder of a client's adapter. */
  protected HttpSettings() {}

  /** Returns this builder. */
  protected abstract B self();

  /**
   * Sets what messages call the parts that the client has of its own. Default: {@code http}.
   *
   * @param name the name; not blank
   */
  public B name(String name) {
    this.name = Argument.notBlank("name", name);
    return self();
  }

  /**
   * Guards each attempt with one breaker, whatever the host.
   *
   * @param breaker the breaker
   */
  public B circuitBreaker(CircuitBreaker breaker) {
    Argument.notNull("breaker", breaker);
    this.breakers = () -> uri -> breaker;
    return self();
  }

  /**
   * Guards each attempt with the breaker of its host and port, for up to 10,000 of them.
   *
   * @param maker makes the breaker of a host, given as {@code host:port}
   */
  public B circuitBreakerPerHost(Function<? super String, CircuitBreaker> maker) {
    Argument.notNull("maker", maker);
    this.breakers = () ->
        perHost(KeyedBreakers.<String>builder(name, maker).timeSource(time).build());
    return self();
  }

  /**
   * Guards each attempt with the breaker of its host and port.
   *
   * @param breakers the breakers, by {@code host:port}
   */
  public B circuitBreakerPerHost(KeyedBreakers<String> breakers) {
    Argument.notNull("breakers", breakers);
    this.breakers = () -> perHost(breakers);
    return self();
  }

  /**
   * Sends each attempt to an endpoint of a pool, in place of the scheme, host and port that its request names; a path of
   * the endpoint comes before that of the request. Another attempt goes to another endpoint, if there is one; so does an
   * attempt that a breaker per host refuses.
   *
   * @param endpoints the base addresses of one service, such as {@code http://10.0.0.1:8080}
   * @throws IllegalArgumentException if one is no absolute http or https address; one that is added later fails when it is
   *     chosen
   */
  public B endpoints(EndpointPool<URI> endpoints) {
    Argument.notNull("endpoints", endpoints).endpoints().forEach(Targets::check);
    this.endpoints = endpoints;
    return self();
  }

  /**
   * Sends again what failed, if it may be sent twice: methods that are idempotent, or with an {@code Idempotency-Key},
   * and with a body that can be replayed. What was never sent since no server was found is sent again in any case. The
   * settings of the retry say which exceptions are retried; of statuses 429 and 5xx are, but for 501 and 505. A
   * {@code Retry-After} of 429 or 503 is heeded, up to the retry's cap.
   *
   * @param retry how often, when, and at the cost of which budget
   */
  public B retry(Retry retry) {
    Argument.notNull("retry", retry);
    this.retries = uri -> retry;
    return self();
  }

  /**
   * Sends again what failed, as above, by the retry of its host and port: so each host has a budget of its own. Hosts past
   * 10,000 share one, called {@code all other hosts}.
   *
   * @param maker makes the retry of a host, given as {@code host:port}; may be called more than once for one of them
   */
  public B retryPerHost(Function<? super String, Retry> maker) {
    this.retries = new PerHost<>(Argument.notNull("maker", maker));
    return self();
  }

  /**
   * Sets which statuses are tried again. Default: 429 and those from 500 on, but for 501 and 505.
   *
   * @param statuses returns whether a status is
   */
  public B retryOnStatus(IntPredicate statuses) {
    this.repeats = new Repeats<>(Argument.notNull("statuses", statuses), repeats.optIn());
    return self();
  }

  /**
   * Sets which requests may be sent twice although their method says nothing of the kind. Default: none.
   *
   * @param requests returns whether a request may
   */
  public B retryAlso(Predicate<? super Q> requests) {
    this.repeats = new Repeats<>(repeats.statuses(), Argument.notNull("requests", requests));
    return self();
  }

  /**
   * Limits how long a send may take with all its attempts and the waits in between; until the body is read, if the body
   * handler reads it, else until the headers are there. Default: no limit.
   *
   * @param limit how long, positive
   */
  public B timeout(Duration limit) {
    this.timeout = Argument.positive("timeout", limit);
    return self();
  }

  /**
   * Limits how long each attempt may take. Default: no limit.
   *
   * @param limit how long, positive
   */
  public B attemptTimeout(Duration limit) {
    this.attemptTimeout = Argument.positive("attemptTimeout", limit);
    return self();
  }

  /**
   * Limits how many attempts may be on their way at once.
   *
   * @param bulkhead the bulkhead
   */
  public B bulkhead(Bulkhead bulkhead) {
    this.bulkhead = Argument.notNull("bulkhead", bulkhead);
    return self();
  }

  /**
   * Limits how many attempts may start in a time.
   *
   * @param limiter the rate limiter
   */
  public B rateLimiter(RateLimiter limiter) {
    this.rateLimiter = Argument.notNull("limiter", limiter);
    return self();
  }

  /**
   * Answers in place of an exception, be it a refusal, a timeout or a failure. A response of any status is not replaced.
   *
   * @param fallback returns the answer, or null if the exception is to be thrown; what it throws the caller gets
   */
  public B fallback(
      BiFunction<? super Q, ? super FallbackReason, @Nullable FallbackResponse> fallback) {
    this.fallback = Argument.notNull("fallback", fallback);
    return self();
  }

  /**
   * Sets what an exchange says about its server. Default: {@link HttpOutcomes#ofDefaults()}.
   *
   * @param outcomes the rules
   */
  public B outcomes(HttpOutcomes outcomes) {
    this.outcomes = Argument.notNull("outcomes", outcomes);
    return self();
  }

  /**
   * Tells the server which attempt a request is, from 1. Default: not told.
   *
   * @param header the header to tell it by
   */
  public B attemptHeader(String header) {
    this.marks = new Marks(Argument.notBlank("header", header), marks.remaining());
    return self();
  }

  /**
   * Tells the server how many milliseconds the caller will wait for the answer to this attempt, if there is a limit: what
   * is left of the timeout, or of the attempt's own, whichever is less. Default: not told.
   *
   * @param header the header to tell it by
   */
  public B remainingHeader(String header) {
    this.marks = new Marks(marks.attempt(), Argument.notBlank("header", header));
    return self();
  }

  /**
   * Sets what the timeouts go by. Default: {@link TimeSource#system()}.
   *
   * @param timeSource the time source
   */
  public B timeSource(TimeSource timeSource) {
    this.time = Argument.notNull("timeSource", timeSource);
    return self();
  }

  /**
   * Returns what sends as was set.
   *
   * @param dialect how the client calls things
   * @param <R> the client's responses
   */
  protected final <R> Sender<Q, R> sender(Dialect<Q, R> dialect) {
    return new Guarded<>(rules(dialect));
  }

  final <R> Rules<Q, R> rules(Dialect<Q, R> dialect) {
    return new Rules<>(
        dialect,
        fallback,
        timeout == null ? null : limit(".total", timeout),
        retries,
        repeats,
        endpoints,
        breakers == null ? null : breakers.get(),
        limits(),
        outcomes,
        marks,
        time);
  }

  private static Function<URI, CircuitBreaker> perHost(KeyedBreakers<String> breakers) {
    return uri -> breakers.get(Hosts.of(uri));
  }

  private Timeout limit(String suffix, Duration limit) {
    return Timeout.builder(name + suffix).limit(limit).timeSource(time).build();
  }

  private @Nullable Pipeline limits() {
    if (rateLimiter == null && bulkhead == null && attemptTimeout == null) {
      return null;
    }
    Pipeline.Builder limits = Pipeline.builder(name);
    if (rateLimiter != null) {
      limits.rateLimiter(rateLimiter);
    }
    if (bulkhead != null) {
      limits.bulkhead(bulkhead);
    }
    if (attemptTimeout != null) {
      limits.timeout(limit(".attempt", attemptTimeout));
    }
    return limits.timeSource(time).build();
  }
}
