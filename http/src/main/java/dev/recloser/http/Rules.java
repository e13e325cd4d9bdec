package dev.recloser.http;

import dev.recloser.FallbackReason;
import dev.recloser.Pipeline;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.endpoint.EndpointPool;
import dev.recloser.http.spi.Dialect;
import dev.recloser.retry.Retry;
import dev.recloser.time.TimeSource;
import dev.recloser.timeout.Timeout;
import java.net.URI;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All that a client was told, from the outside in. What is null is off.
 *
 * @param dialect how the client calls things
 * @param fallback what to answer in place of an exception
 * @param total how long a send may take with all its attempts
 * @param retries how often to try what is sent to a target
 * @param repeats which requests may be tried again
 * @param endpoints where requests go, in place of the host that they name
 * @param breakers the breaker for a target
 * @param limits rate limiter, bulkhead and timeout of one attempt
 * @param outcomes what an exchange says about the server
 * @param marks the headers that tell the server of attempt and deadline
 * @param time what dates are compared with
 * @param <Q> the requests
 * @param <R> the responses
 */
record Rules<Q, R>(
    Dialect<Q, R> dialect,
    @Nullable BiFunction<? super Q, ? super FallbackReason, FallbackResponse> fallback,
    @Nullable Timeout total,
    @Nullable Function<URI, Retry> retries,
    Repeats<Q> repeats,
    @Nullable EndpointPool<URI> endpoints,
    @Nullable Function<URI, CircuitBreaker> breakers,
    @Nullable Pipeline limits,
    HttpOutcomes outcomes,
    Marks marks,
    TimeSource time) {

  /** Returns a set for the endpoints that a send tries. */
  Set<URI> tried() {
    return endpoints == null ? Set.of() : new HashSet<>();
  }

  /** Returns the retry for a request; null if it is tried once. */
  @Nullable
  Retry retryOf(Q request) {
    return retries == null ? null : retries.apply(dialect.uri(request));
  }
}
