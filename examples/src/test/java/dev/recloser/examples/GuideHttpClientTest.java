package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreakerEvent;
import dev.recloser.circuitbreaker.CircuitBreakerSnapshot;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.endpoint.EndpointPool;
import dev.recloser.endpoint.OutlierDetection;
import dev.recloser.http.FallbackResponse;
import dev.recloser.http.ResilientHttpClient;
import dev.recloser.registry.KeyedBreakers;
import dev.recloser.retry.Retry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The guide to the HTTP client. */
class GuideHttpClientTest {
  /** The first answer is a failure. */
  private final StatusServer server = new StatusServer().then(1, 503);

  private final URI a = server.uri();
  private final HttpRequest request =
      HttpRequest.newBuilder(a.resolve("/items")).build();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aClientIsBuiltAndSends() throws Exception {
    // docs: http-client-build
    HttpClient http = ResilientHttpClient.builder(HttpClient.newHttpClient())
        .circuitBreakerPerHost(host -> CircuitBreaker.builder(host)
            .tripWhen(TripRule.failureRate(0.5).overCalls(100))
            .build())
        .retry(Retry.ofDefaults("inventory"))
        .attemptTimeout(Duration.ofSeconds(2))
        .timeout(Duration.ofSeconds(5))
        .build();
    // end
    // docs: http-client-send
    HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
    // end
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(server.exchanges()).isEqualTo(2);
    // docs: http-client-send-async
    CompletableFuture<HttpResponse<String>> later =
        http.sendAsync(request, BodyHandlers.ofString());
    // end
    assertThat(later.get().statusCode()).isEqualTo(200);
  }

  @Test
  void attemptsGoToEndpoints() throws Exception {
    URI b = a.resolve("/b");
    // docs: http-client-endpoints
    EndpointPool<URI> pool = EndpointPool.<URI>builder("inventory")
        .endpoints(List.of(a, b)) // such as http://10.0.0.1:8080
        .ejectOutliers(OutlierDetection.ofDefaults())
        .build();
    HttpClient http = ResilientHttpClient.builder(HttpClient.newHttpClient())
        .endpoints(pool)
        .retry(Retry.builder("inventory")
            .backoff(Backoff.exponential(Duration.ofMillis(10), 2, Duration.ofMillis(100))
                .withJitter(
                    0.5)) // the next one is another endpoint, so there is little to wait for
            .build())
        .build();
    HttpRequest toAnyOfThem =
        HttpRequest.newBuilder(URI.create("http://inventory/items")).build();
    // end
    assertThat(http.send(toAnyOfThem, BodyHandlers.discarding()).statusCode()).isEqualTo(200);
  }

  @Test
  void whyABreakerIsOpen() throws Exception {
    List<String> log = new ArrayList<>();
    // docs: http-client-why
    KeyedBreakers<String> breakers = KeyedBreakers.<String>builder("hosts", host -> {
          CircuitBreaker breaker =
              CircuitBreaker.ofConsecutiveFailures(host, 5, Duration.ofSeconds(30));
          breaker.on(
              CircuitBreakerEvent.Tripped.class, event -> log.add(host + ": " + event.reason()));
          return breaker;
        })
        .build();
    HttpClient http = ResilientHttpClient.builder(HttpClient.newHttpClient())
        .circuitBreakerPerHost(breakers)
        .build();
    // end
    server.then(5, 503);
    for (int i = 0; i < 5; i++) {
      http.send(request, BodyHandlers.discarding());
    }
    assertThat(log).hasSize(1);
    // docs: http-client-why-now
    CircuitBreakerSnapshot now = breakers.get("127.0.0.1:" + a.getPort()).snapshot();
    // end
    assertThat(now.state()).isEqualTo(CircuitBreaker.State.OPEN);
    assertThat(now.lastFailure()).isPresent();
  }

  @Test
  void aFallbackAnswers() throws Exception {
    server.close();
    // docs: http-client-fallback
    HttpClient http = ResilientHttpClient.builder(HttpClient.newHttpClient())
        .fallback((asked, reason) -> FallbackResponse.of(200, "application/json", "[]"))
        .build();
    // end
    assertThat(http.send(request, BodyHandlers.ofString()).body()).isEqualTo("[]");
  }
}
