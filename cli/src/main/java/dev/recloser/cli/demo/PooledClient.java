package dev.recloser.cli.demo;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.Recovery;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.endpoint.Choice;
import dev.recloser.endpoint.EndpointPool;
import dev.recloser.endpoint.OutlierDetection;
import dev.recloser.http.ResilientHttpClient;
import dev.recloser.retry.Retry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;

/** A client that leaves the choice of the endpoint to a pool; the numbers suit illnesses of seconds. */
record PooledClient(EndpointPool<URI> pool, Client caller) {
  /** How long a caller waits for one endpoint. */
  static final Duration PATIENCE = Duration.ofMillis(500);

  private static final Duration TOTAL = Duration.ofSeconds(2);
  private static final Duration SLOW = Duration.ofMillis(200);
  private static final HttpRequest REQUEST =
      HttpRequest.newBuilder(URI.create("http://demo/")).build();

  static PooledClient of(HttpClient plain, List<URI> endpoints) {
    EndpointPool<URI> pool = pool(endpoints);
    HttpClient http = ResilientHttpClient.builder(plain)
        .endpoints(pool)
        .retry(Retry.builder("demo")
            .maxAttempts(3)
            .backoff(Backoff.fixed(Duration.ofMillis(10)))
            .build())
        .attemptTimeout(PATIENCE)
        .timeout(TOTAL)
        .build();
    return new PooledClient(pool, new HttpCaller(http, () -> REQUEST));
  }

  private static EndpointPool<URI> pool(List<URI> endpoints) {
    return EndpointPool.<URI>builder("demo")
        .endpoints(endpoints)
        .choice(Choice.peakEwma(Duration.ofSeconds(2)))
        .circuitBreaker(PooledClient::breaker)
        .ejectOutliers(OutlierDetection.builder()
            .consecutiveFailures(3)
            .baseEjection(Duration.ofSeconds(1))
            .maxEjection(Duration.ofSeconds(2))
            .maxEjected(0.75)
            .build())
        .panicThreshold(0)
        .slowStart(Duration.ofSeconds(2))
        .build();
  }

  private static CircuitBreaker breaker(URI endpoint) {
    return CircuitBreaker.builder(endpoint.getAuthority())
        .tripWhen(
            TripRule.failureRate(0.5).overCalls(10).minimumCalls(5),
            TripRule.slowCallRate(0.5, SLOW).overCalls(10).minimumCalls(5))
        .cooldown(Backoff.fixed(Duration.ofSeconds(1)))
        .recovery(Recovery.probes(3))
        .build();
  }
}
