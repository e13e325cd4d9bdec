package dev.recloser.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.Backoff;
import dev.recloser.RetryBudget;
import dev.recloser.retry.Retry;
import dev.recloser.retry.RetryEvent;
import dev.recloser.time.ManualTimeSource;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is sent again, and what is not. */
class HonestRetryTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final Server server = new Server();
  private final HttpClient bare = HttpClient.newHttpClient();
  private final List<Duration> waits = new ArrayList<>();
  private final Retry retry = Retry.builder("test")
      .maxAttempts(3)
      .backoff(Backoff.fixed(Duration.ofSeconds(2)))
      .retryAfterCap(Duration.ofSeconds(60))
      .timeSource(time)
      .build();
  private final HttpClient http = ResilientHttpClient.builder(bare).retry(retry).build();

  HonestRetryTest() {
    retry.on(RetryEvent.Retrying.class, event -> waits.add(event.delay()));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest // C118
  @ValueSource(strings = {"GET", "HEAD", "OPTIONS", "PUT", "DELETE"})
  void anIdempotentMethodIsSentAgain(String method) throws Exception {
    server.otherwise(exchange -> exchange.sendResponseHeaders(503, -1));

    send(request(method, BodyPublishers.noBody()));

    assertThat(server.seen()).hasSize(3);
  }

  @ParameterizedTest // C118
  @ValueSource(strings = {"POST", "PATCH", "get"})
  void anyOtherIsNot(String method) throws Exception {
    server.otherwise(Server.status(503));

    assertThat(send(request(method, BodyPublishers.ofString("x"))).statusCode()).isEqualTo(503);

    assertThat(server.seen()).hasSize(1);
  }

  @Test
  void aKeyOrAnOptInLetsAnyMethodBeSentAgain() throws Exception {
    server.otherwise(Server.status(503));
    HttpClient optedIn = ResilientHttpClient.builder(bare)
        .retry(retry)
        .retryAlso(request -> request.uri().getPath().equals("/search"))
        .build();
    HttpRequest withKey = HttpRequest.newBuilder(server.uri("/"))
        .POST(BodyPublishers.ofString("x"))
        .header("Idempotency-Key", "1")
        .build();
    HttpRequest search = HttpRequest.newBuilder(server.uri("/search"))
        .POST(BodyPublishers.ofString("x"))
        .build();

    send(withKey);
    assertThat(server.seen()).hasSize(3);
    optedIn.send(search, BodyHandlers.discarding());
    assertThat(server.seen()).hasSize(6);
  }

  @Test // C118
  void aBodyThatCanBeReplayedIsSentWhole() throws Exception {
    server.otherwise(Server.status(503));

    send(request("PUT", BodyPublishers.ofString("all of it")));
    send(request("PUT", BodyPublishers.ofByteArray("all of it".getBytes(StandardCharsets.UTF_8))));
    send(
        request("PUT", ReplayableBody.of(BodyPublishers.ofInputStream(() -> stream("all of it")))));

    assertThat(server.seen()).hasSize(9).allMatch(seen -> seen.body().equals("all of it"));
  }

  @Test // C118
  void aBodyThatIsAStreamIsSentOnce() throws Exception {
    server.otherwise(Server.status(503));
    InputStream once = stream("all of it");

    send(request("PUT", BodyPublishers.ofInputStream(() -> once)));

    assertThat(server.seen()).singleElement().matches(seen -> seen.body().equals("all of it"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "POST"})
  void whatWasNeverSentIsTriedAgainWhateverItIs(String method) throws Exception {
    URI nobody = URI.create("http://127.0.0.1:" + Ports.free(1).get(0));

    assertThatThrownBy(() -> send(HttpRequest.newBuilder(nobody)
            .method(method, BodyPublishers.ofInputStream(() -> stream("x")))
            .build()))
        .isInstanceOf(IOException.class);

    assertThat(waits).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "POST"})
  void whatMayHaveBeenDoneIsNot(String method) {
    server.otherwise(exchange -> {
      throw new IOException("the connection breaks off");
    });

    assertThatThrownBy(() -> send(request(method, BodyPublishers.ofString("x"))))
        .isInstanceOf(IOException.class);

    assertThat(waits).hasSize(method.equals("GET") ? 2 : 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 404, 500, 501, 505, 502, 503, 429})
  void onlyWhatMayPassIsTriedAgain(int status) throws Exception {
    server.otherwise(Server.status(status));

    assertThat(send(server.get()).statusCode()).isEqualTo(status);

    boolean passes = status == 429 || status == 500 || status == 502 || status == 503;
    assertThat(server.seen()).hasSize(passes ? 3 : 1);
  }

  @Test
  void aServersWishIsHeededUpToTheCap() throws Exception {
    server
        .then(Server.status(503, "", "Retry-After", "30"))
        .then(Server.status(429, "", "Retry-After", "99999999999999999999"));
    send(server.get());

    server
        .then(Server.status(503, "", "Retry-After", "1"))
        .then(Server.status(500, "", "Retry-After", "30"));
    send(server.get());

    assertThat(waits)
        .containsExactly(
            Duration.ofSeconds(30),
            Duration.ofSeconds(60),
            Duration.ofSeconds(2),
            Duration.ofSeconds(2));
  }

  @Test // C112, C113
  void unreadBodiesAreClosedOnceAndTheReturnedOneIsNot() throws Exception {
    List<AtomicInteger> closed = new ArrayList<>();
    server.otherwise(Server.status(503));
    Retry atOnce = Retry.builder("test").maxAttempts(3).timeSource(time).build();
    HttpClient counting = ResilientHttpClient.builder(bare).retry(atOnce).build();

    HttpResponse<InputStream> response = counting.send(
        server.get(),
        info -> HttpResponse.BodySubscribers.mapping(
            BodyHandlers.ofInputStream().apply(info), stream -> {
              AtomicInteger count = new AtomicInteger();
              closed.add(count);
              return new Counting(stream, count);
            }));

    assertThat(closed).extracting(AtomicInteger::get).containsExactly(1, 1, 0);
    assertThat(response.body()).hasContent("body of 503");
  }

  @Test
  void eachHostHasABudgetOfItsOwn() throws Exception {
    HttpClient frugal = ResilientHttpClient.builder(bare)
        .retryPerHost(host -> Retry.builder(host)
            .budget(RetryBudget.builder()
                .capacity(2)
                .refillPerSecond(0)
                .depositPerCall(0)
                .build())
            .timeSource(time)
            .build())
        .build();
    server.otherwise(Server.status(503));
    try (Server other = new Server()) {
      other.otherwise(Server.status(503));
      for (int i = 0; i < 5; i++) {
        frugal.send(server.get(), BodyHandlers.discarding());
      }
      frugal.send(other.get(), BodyHandlers.discarding());

      assertThat(server.seen()).hasSize(5 + 2);
      assertThat(other.seen()).hasSize(1 + 2);
    }
  }

  private HttpRequest request(String method, BodyPublisher body) {
    return HttpRequest.newBuilder(server.uri("/")).method(method, body).build();
  }

  private HttpResponse<Void> send(HttpRequest request) throws IOException, InterruptedException {
    return http.send(request, BodyHandlers.discarding());
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Counts how often it is closed. */
  private static final class Counting extends FilterInputStream {
    private final AtomicInteger count;

    Counting(InputStream in, AtomicInteger count) {
      super(in);
      this.count = count;
    }

    @Override
    public void close() throws IOException {
      count.incrementAndGet();
      super.close();
    }
  }
}
