package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.endpoint.Choice;
import dev.recloser.endpoint.EndpointEvent.Ejected;
import dev.recloser.endpoint.EndpointEvent.Panicking;
import dev.recloser.endpoint.EndpointPool;
import dev.recloser.endpoint.EndpointSnapshot;
import dev.recloser.endpoint.FailurePercentage;
import dev.recloser.endpoint.NoEndpointException;
import dev.recloser.endpoint.OutlierDetection;
import dev.recloser.endpoint.SuccessRate;
import dev.recloser.event.Subscription;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The guide to endpoint pools. */
class GuideEndpointsTest {
  private final URI a = URI.create("http://a.example");
  private final URI b = URI.create("http://b.example");
  private final URI c = URI.create("http://c.example");
  private final Service client = new Service();
  private final List<String> log = new ArrayList<>();
  private final String sku = "sku-42";

  /** The service that the endpoints serve. */
  private static final class Service {
    private final Set<URI> down = new HashSet<>();

    String get(URI endpoint, String sku) throws IOException {
      if (down.contains(endpoint)) {
        throw new IOException("no answer from " + endpoint);
      }
      return "7 of " + sku;
    }

    CompletableFuture<Boolean> isUp(URI endpoint) {
      return CompletableFuture.completedFuture(!down.contains(endpoint));
    }
  }

  @Test
  void aPoolIsBuiltAndCalled() throws IOException {
    // docs: endpoints-build
    EndpointPool<URI> pool = EndpointPool.<URI>builder("inventory")
        .endpoints(List.of(a, b, c))
        .ejectOutliers(OutlierDetection.ofDefaults())
        .slowStart(Duration.ofSeconds(30))
        .build();
    // end
    assertThat(call(pool)).isEqualTo("7 of sku-42");
    assertThat(retried(pool)).isEqualTo("7 of sku-42");
    client.down.addAll(List.of(a, b));
    assertThat(retried(pool)).isEqualTo("7 of sku-42");
    assertThat(pool.snapshot().endpoints()).allMatch(one -> one.inFlight() == 0);
  }

  private String call(EndpointPool<URI> pool) throws IOException {
    // docs: endpoints-call
    try (EndpointPool.Lease<URI> lease = pool.acquire()) {
      String body = client.get(lease.endpoint(), sku);
      lease.succeeded();
      return body;
    } // closed unsettled, it is a failure
    // end
  }

  private String retried(EndpointPool<URI> pool) throws IOException {
    // docs: endpoints-avoid
    Set<URI> tried = new HashSet<>();
    while (true) {
      try (EndpointPool.Lease<URI> lease = pool.acquire(tried)) {
        tried.add(lease.endpoint());
        String body = client.get(lease.endpoint(), sku);
        lease.succeeded();
        return body;
      } catch (IOException e) {
        if (tried.size() == 3) {
          throw e;
        }
      }
    }
    // end
  }

  @Test
  void everythingCanBeSet() throws Exception {
    // docs: endpoints-all
    EndpointPool<URI> pool = EndpointPool.<URI>builder("inventory")
        .endpoints(List.of(a, b, c))
        .choice(Choice.leastInFlight()) // or roundRobin(), or peakEwma(), the default
        .circuitBreaker(endpoint -> CircuitBreaker.builder(endpoint.getHost())
            .tripWhen(TripRule.consecutiveFailures(10))
            .cooldown(Backoff.fixed(Duration.ofSeconds(5)))
            .build())
        .ejectOutliers(OutlierDetection.builder()
            .successRate(SuccessRate.belowMean(1.2).minimumCalls(50).minimumEndpoints(3))
            .failurePercentage(FailurePercentage.above(0.9).minimumEndpoints(3))
            .consecutiveFailures(5)
            .maxEjected(0.3)
            .build())
        .panicThreshold(0.5)
        .slowStart(Duration.ofSeconds(30))
        .healthCheck(Duration.ofSeconds(10), endpoint -> client.isUp(endpoint))
        .build();
    // end
    try (pool) {
      // docs: endpoints-live
      pool.add(URI.create("http://d.example")); // begins with a slow start
      pool.remove(a); // its calls go on, and settle to no effect
      // end
      assertThat(pool.endpoints()).hasSize(3).doesNotContain(a);
    }
  }

  @Test
  void aPoolTellsWhatItDoes() {
    EndpointPool<URI> pool = EndpointPool.<URI>builder("inventory")
        .endpoints(List.of(a, b, c))
        .ejectOutliers(OutlierDetection.ofDefaults())
        .build();
    // docs: endpoints-events
    Subscription subscription = pool.on(
        Ejected.class,
        event -> log.add(event.endpoint() + " until " + event.until() + ": " + event.why()));
    pool.on(Panicking.class, event -> log.add("only " + event.healthy() + " are well"));
    // end
    for (int i = 0; i < 5; i++) {
      EndpointPool.Lease<URI> lease = pool.acquire(Set.of(b, c));
      lease.failed(new IOException("no answer"));
    }
    assertThat(log).hasSize(1).first().asString().endsWith(": 5 failures in a row");
    subscription.close();

    // docs: endpoints-snapshot
    for (EndpointSnapshot<URI> one : pool.snapshot().endpoints()) {
      log.add(one.endpoint() + ": " + one.inFlight() + " in flight, " + one.failures() + " of "
          + one.calls() + " failed");
    }
    // end
    assertThat(log).contains("http://a.example: 0 in flight, 5 of 5 failed");
  }

  @Test
  void aPoolWithoutEndpointsRefuses() {
    EndpointPool<URI> pool = EndpointPool.<URI>builder("inventory")
        .endpoints(List.of(a))
        .circuitBreaker(
            endpoint -> CircuitBreaker.ofConsecutiveFailures("a", 1, Duration.ofSeconds(30)))
        .build();
    pool.acquire().failed(new IOException("no answer"));
    String answer = "";
    // docs: endpoints-refusal
    try {
      answer = call(pool);
    } catch (NoEndpointException e) {
      answer = e.policyName() + ": " + e.reason() + "; retry in "
          + e.retryAfter().orElse(Duration.ZERO).toSeconds() + " s";
    } catch (IOException e) {
      answer = "no answer";
    }
    // end
    assertThat(answer)
        .startsWith("inventory: of 1 endpoints 0 are ejected or unhealthy, 1 refused");
    assertThat(catchThrowableOfType(NoEndpointException.class, pool::acquire).retryAfter())
        .isPresent();
  }

  @Test
  void testsAdvanceTime() {
    // docs: endpoints-test
    ManualTimeSource time = new ManualTimeSource();
    EndpointPool<String> pool = EndpointPool.<String>builder("inventory")
        .endpoints(List.of("a", "b", "c"))
        .choice(Choice.roundRobin())
        .ejectOutliers(OutlierDetection.builder().consecutiveFailures(1).build())
        .timeSource(time)
        .build();

    pool.acquire().failed(new IOException("no answer")); // "a" is ejected for 30 s
    assertThat(shares(pool, 10)).isEqualTo(Map.of("b", 5, "c", 5));
    time.advance(Duration.ofSeconds(30));
    assertThat(shares(pool, 9)).containsEntry("a", 3);
    // end
  }

  private static Map<String, Integer> shares(EndpointPool<String> pool, int calls) {
    Map<String, Integer> shares = new TreeMap<>();
    for (int i = 0; i < calls; i++) {
      try (EndpointPool.Lease<String> lease = pool.acquire()) {
        shares.merge(lease.endpoint(), 1, Integer::sum);
        lease.succeeded();
      }
    }
    return shares;
  }
}
