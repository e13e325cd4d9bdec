package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitOpenException;
import dev.recloser.endpoint.EndpointPool;
import dev.recloser.http.ResilientHttpClient;
import dev.recloser.http.ResilientHttpClientBuilder;
import dev.recloser.retry.Retry;
import dev.recloser.retry.RetryEvent;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents 000 and 004 over the HTTP client and a real server. */
class HttpClientBreakerTest {
  private static final Duration COOLDOWN = Duration.ofSeconds(30);

  private final ManualTimeSource time = new ManualTimeSource();
  private final StatusServer server = new StatusServer();
  private final HttpClient bare = HttpClient.newHttpClient();
  private final CircuitBreaker breaker =
      CircuitBreaker.of("service", Classic.config(5, COOLDOWN, time));
  private final HttpClient http = client().circuitBreaker(breaker).build();

  private ResilientHttpClientBuilder client() {
    return ResilientHttpClient.builder(bare);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test // S000-3
  void aClientWithoutABreakerRejectsNothing() throws Exception {
    server.otherwise(503);
    HttpClient plain = client().build();

    for (int i = 0; i < 100; i++) {
      assertThat(send(plain)).isEqualTo(503);
    }

    assertThat(server.exchanges()).isEqualTo(100);
  }

  @Test // S000-4
  void oneReadyBreakerSeesAllHosts() throws Exception {
    try (StatusServer other = new StatusServer()) {
      server.otherwise(500);
      other.otherwise(500);
      for (StatusServer each : List.of(server, other, server, other, server)) {
        send(http, each);
      }
    }

    assertThat(breaker.state()).isEqualTo(State.OPEN);
  }

  @ParameterizedTest // S000-7, S004-52
  @ValueSource(booleans = {true, false})
  void theRetryIsOutsideWhateverTheOrder(boolean retryFirst) throws Exception {
    server.otherwise(503);
    Retry retry = retry();
    HttpClient both = (retryFirst
            ? client().retry(retry).circuitBreakerPerHost(host -> breaker)
            : client().circuitBreakerPerHost(host -> breaker).retry(retry))
        .build();

    assertThat(send(both)).isEqualTo(503);

    assertThat(server.exchanges()).isEqualTo(3);
    assertThat(breaker.snapshot().failures()).isEqualTo(3);
  }

  @ParameterizedTest // S000-9
  @ValueSource(ints = {500, 502, 503, 504, 599})
  void anAnswerOf500OrAboveIsAFailure(int status) throws Exception {
    server.then(5, status);
    for (int i = 0; i < 5; i++) {
      assertThat(breaker.state()).isEqualTo(State.CLOSED);
      send(http);
    }

    assertThat(breaker.state()).isEqualTo(State.OPEN);
  }

  @Test // S000-10
  void aClosedPortIsAFailure() {
    server.close();
    for (int i = 0; i < 5; i++) {
      assertThatThrownBy(() -> send(http)).isInstanceOf(IOException.class);
    }

    assertThat(breaker.state()).isEqualTo(State.OPEN);
  }

  @ParameterizedTest // S000-11, S000-28
  @ValueSource(ints = {200, 302, 404, 429})
  void anyAnswerBelow500ResetsTheCountAndClosesAProbe(int status) throws Exception {
    server.then(4, 500).then(1, status).then(5, 500).then(1, status);
    for (int i = 0; i < 9; i++) {
      send(http);
    }
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
    send(http);
    assertThat(breaker.state()).isEqualTo(State.OPEN);
    time.advance(COOLDOWN);
    send(http);
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
  }

  @Test // S000-12
  void aBugInABodyHandlerSaysNothing() throws Exception {
    BodyHandler<Void> faulty = answer -> {
      throw new IllegalStateException("a bug");
    };
    server.then(4, 500);
    for (int i = 0; i < 4; i++) {
      send(http);
    }

    for (int i = 0; i < 10; i++) {
      assertThatThrownBy(() -> http.send(request(server), faulty))
          .hasRootCauseInstanceOf(IllegalStateException.class);
    }
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
    assertThat(breaker.snapshot().rules().get(0).bad()).isEqualTo(4);

    server.then(1, 500);
    send(http);
    time.advance(COOLDOWN);
    assertThatThrownBy(() -> http.send(request(server), faulty)).isInstanceOf(IOException.class);
    assertThat(breaker.state()).isEqualTo(State.HALF_OPEN);
    assertThat(breaker.admits()).isTrue();
  }

  @Test // S000-15, S000-16
  void anOpenBreakerLetsNoExchangeHappen() throws Exception {
    server.then(5, 500);
    for (int i = 0; i < 5; i++) {
      send(http);
    }

    for (int i = 0; i < 100; i++) {
      assertThatThrownBy(() -> send(http)).isInstanceOf(CircuitOpenException.class);
      assertThatThrownBy(
              () -> http.sendAsync(request(server), BodyHandlers.discarding()).get())
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(CircuitOpenException.class);
    }

    assertThat(server.exchanges()).isEqualTo(5);
  }

  @Test // S000-29
  void tooManyRequestsAreLeftToTheRetry() throws Exception {
    server.otherwise(429).askingToWait("7");
    List<Duration> waits = new ArrayList<>();
    Retry retry = retry();
    retry.on(RetryEvent.Retrying.class, event -> waits.add(event.delay()));
    HttpClient both = client().circuitBreaker(breaker).retry(retry).build();

    for (int i = 0; i < 20; i++) {
      assertThat(send(both)).isEqualTo(429);
    }

    assertThat(breaker.state()).isEqualTo(State.CLOSED);
    assertThat(waits).isNotEmpty().containsOnly(Duration.ofSeconds(7));
  }

  @Test // S000-34
  void aHundredSendsAtOnceShareOneBreaker() {
    server.otherwise(500);

    List<CompletableFuture<HttpResponse<Void>>> sends = Stream.generate(
            () -> http.sendAsync(request(server), BodyHandlers.discarding()))
        .limit(100)
        .toList();
    long refused = sends.stream()
        .map(send -> send.handle((answer, failure) -> failure))
        .map(CompletableFuture::join)
        .filter(CircuitOpenException.class::isInstance)
        .count();

    assertThat(breaker.state()).isEqualTo(State.OPEN);
    assertThat(breaker.snapshot().rejected()).isEqualTo(refused);
    assertThat(server.exchanges()).isEqualTo(100 - (int) refused);
  }

  @Test // S004-50, S004-51
  void aPoolHasABreakerForEachEndpoint() throws Exception {
    try (StatusServer other = new StatusServer();
        EndpointPool<URI> pool = EndpointPool.<URI>builder("service")
            .endpoints(List.of(server.uri(), other.uri()))
            .circuitBreaker(endpoint ->
                CircuitBreaker.of(endpoint.toString(), Classic.config(2, COOLDOWN, time)))
            .timeSource(time)
            .build()) {
      server.otherwise(503);
      HttpClient balanced = client().endpoints(pool).retry(retry()).build();

      for (int i = 0; i < 20; i++) {
        assertThat(send(balanced)).isEqualTo(200);
      }

      assertThat(server.exchanges()).isEqualTo(2);
      assertThat(other.exchanges()).isEqualTo(20);
    }
  }

  private Retry retry() {
    return Retry.builder("service")
        .backoff(Backoff.fixed(Duration.ofMillis(100)))
        .timeSource(time)
        .build();
  }

  private int send(HttpClient client) throws IOException, InterruptedException {
    return send(client, server);
  }

  private static int send(HttpClient client, StatusServer to)
      throws IOException, InterruptedException {
    return client.send(request(to), BodyHandlers.discarding()).statusCode();
  }

  private static HttpRequest request(StatusServer to) {
    return HttpRequest.newBuilder(to.uri()).build();
  }
}
