package dev.recloser.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitOpenException;
import dev.recloser.endpoint.Choice;
import dev.recloser.endpoint.EndpointPool;
import dev.recloser.endpoint.EndpointSnapshot;
import dev.recloser.endpoint.NoEndpointException;
import dev.recloser.retry.Retry;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointsTest {
  private static final HttpRequest GET =
      HttpRequest.newBuilder(URI.create("http://inventory/items?q=1")).build();

  private final ManualTimeSource time = new ManualTimeSource();
  private final List<Server> servers = Stream.generate(Server::new).limit(3).toList();
  private final EndpointPool<URI> pool = EndpointPool.<URI>builder("inventory")
      .endpoints(servers.stream().map(server -> server.uri("/base")).toList())
      .choice(Choice.roundRobin())
      .circuitBreaker(endpoint ->
          CircuitBreaker.ofConsecutiveFailures(endpoint.toString(), 2, Duration.ofHours(1)))
      .timeSource(time)
      .build();
  private final HttpClient http = ResilientHttpClient.builder(HttpClient.newHttpClient())
      .endpoints(pool)
      .retry(Retry.builder("inventory")
          .backoff(Backoff.fixed(Duration.ofMillis(10)))
          .timeSource(time)
          .build())
      .build();

  @AfterEach
  void stop() {
    servers.forEach(Server::close);
    pool.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void anotherAttemptGoesToAnotherEndpoint(boolean async) throws Exception {
    servers.get(0).otherwise(Server.status(503));
    servers.get(1).close();

    for (int i = 0; i < 10; i++) {
      assertThat(send(async).statusCode()).isEqualTo(200);
    }

    assertThat(servers.get(0).seen()).hasSize(2);
    assertThat(servers.get(2).seen())
        .hasSize(10)
        .allMatch(seen -> seen.path().equals("/base/items"));
    assertThat(pool.snapshot().endpoints())
        .extracting(EndpointSnapshot::inFlight)
        .containsOnly(0);
  }

  @Test
  void whenAllBreakersAreOpenTheSendIsRefused() throws Exception {
    servers.forEach(server -> server.otherwise(Server.status(500)));
    assertThat(send(false).statusCode()).isEqualTo(500);
    assertThat(send(false).statusCode()).isEqualTo(500);

    assertThatThrownBy(() -> send(false)).isInstanceOf(NoEndpointException.class);
    assertThatThrownBy(() -> send(true)).isInstanceOf(NoEndpointException.class);
    servers.forEach(server -> assertThat(server.seen()).hasSize(2));
  }

  @Test
  void whatMayNotBeSentTwiceGoesToOneEndpoint() throws Exception {
    servers.forEach(server -> server.otherwise(Server.status(500)));
    HttpRequest post = HttpRequest.newBuilder(URI.create("http://inventory/items"))
        .POST(BodyPublishers.ofString("order"))
        .build();

    assertThat(http.send(post, BodyHandlers.discarding()).statusCode()).isEqualTo(500);

    assertThat(servers)
        .extracting(server -> server.seen().size())
        .containsExactlyInAnyOrder(1, 0, 0);
  }

  @Test
  void anEndpointWhoseOwnBreakerRefusesIsNotTheLastWord() throws Exception {
    servers.get(0).otherwise(Server.status(500));
    HttpClient perHost = ResilientHttpClient.builder(HttpClient.newHttpClient())
        .endpoints(pool())
        .circuitBreakerPerHost(
            host -> CircuitBreaker.ofConsecutiveFailures(host, 1, Duration.ofHours(1)))
        .build();
    perHost.send(GET, BodyHandlers.discarding());

    for (int i = 0; i < 9; i++) {
      assertThat(perHost.send(GET, BodyHandlers.discarding()).statusCode()).isEqualTo(200);
    }
    assertThat(servers.get(0).seen()).hasSize(1);

    servers.forEach(server -> server.otherwise(Server.status(500)));
    perHost.send(GET, BodyHandlers.discarding());
    perHost.send(GET, BodyHandlers.discarding());
    assertThatThrownBy(() -> perHost.send(GET, BodyHandlers.discarding()))
        .isInstanceOf(CircuitOpenException.class);
  }

  @Test
  void oneThatIsBusyDoesNotHoldUpTheAttemptAtAnother() throws Exception {
    servers.get(0).otherwise(Server.status(503, "busy", "Retry-After", "30"));
    Instant before = time.wallTime();

    for (int i = 0; i < 3; i++) {
      assertThat(send(false).statusCode()).isEqualTo(200);
    }

    assertThat(Duration.between(before, time.wallTime())).isLessThan(Duration.ofSeconds(1));
  }

  @Test
  void whatIsBusyIsWaitedForIfNoOtherIsWell() throws Exception {
    URI busy = servers.get(0).uri("/base");
    servers.get(0).otherwise(Server.status(503, "busy", "Retry-After", "30"));
    pool.remove(servers.get(1).uri("/base"));
    for (int i = 0; i < 2; i++) {
      pool.acquire(Set.of(busy)).failed(new IOException("ill"));
    }
    Instant before = time.wallTime();

    assertThatThrownBy(() -> send(false)).isInstanceOf(NoEndpointException.class);

    assertThat(Duration.between(before, time.wallTime())).isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void aLimitOnTheCallerHoldsAtEachOfThem() throws Exception {
    servers.forEach(server -> server.otherwise(Server.status(429, "slowly", "Retry-After", "30")));
    Instant before = time.wallTime();

    assertThat(send(false).statusCode()).isEqualTo(429);

    assertThat(Duration.between(before, time.wallTime())).isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void anEndpointMustBeAnAddressThatRequestsCanBeSentTo() {
    EndpointPool<URI> wrong = EndpointPool.<URI>builder("wrong")
        .endpoints(List.of(URI.create("localhost:8080")))
        .build();

    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> ResilientHttpClient.builder(HttpClient.newHttpClient()).endpoints(wrong))
        .withMessage("endpoint must be an absolute http or https address, but was localhost:8080");
  }

  /** Returns a pool of the servers that has no breakers. */
  private EndpointPool<URI> pool() {
    return EndpointPool.<URI>builder("inventory")
        .endpoints(servers.stream().map(server -> server.uri("/base")).toList())
        .choice(Choice.roundRobin())
        .build();
  }

  private HttpResponse<String> send(boolean async) throws Exception {
    if (!async) {
      return http.send(GET, BodyHandlers.ofString());
    }
    CompletableFuture<HttpResponse<String>> future = http.sendAsync(GET, BodyHandlers.ofString());
    while (!future.isDone()) {
      time.advance(Duration.ofMillis(1));
    }
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw (Exception) e.getCause();
    }
  }
}
