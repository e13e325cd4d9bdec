package dev.recloser.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.recloser.Backoff;
import dev.recloser.TimeoutExceededException;
import dev.recloser.bulkhead.Bulkhead;
import dev.recloser.bulkhead.BulkheadFullException;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitOpenException;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.endpoint.EndpointPool;
import dev.recloser.http.GuardedClient.Ask;
import dev.recloser.http.GuardedClient.Reply;
import dev.recloser.retry.Retry;
import dev.recloser.retry.RetryEvent;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What holds for every client that is guarded, whichever it is.
 *
 * @param <B> the builder
 */
public abstract class AdapterContract<B extends HttpSettings<?, B>> {
  protected final ManualTimeSource time = new ManualTimeSource();
  private final Server server = new Server();
  private final List<Duration> waits = new ArrayList<>();
  private final List<GuardedClient> clients = new ArrayList<>();

  protected AdapterContract() {}

  /** Returns a builder with nothing switched on. */
  protected abstract B builder();

  /** Returns a client that is guarded as was set. */
  protected abstract GuardedClient client(B settings);

  protected boolean hasOneShotBodies() {
    return true;
  }

  @AfterEach
  void stop() throws Exception {
    for (GuardedClient client : clients) {
      assertThat(client.leased()).as("connections that nobody gave back").isZero();
      client.close();
    }
    server.close();
  }

  @Test
  void nothingIsOnUnlessAskedFor() throws Exception {
    server.otherwise(Server.status(500));
    GuardedClient client = guarded(builder());

    for (int i = 0; i < 50; i++) {
      assertThat(client.send(get())).isEqualTo(new Reply(500, "body of 500", List.of(0)));
    }

    assertThat(server.seen()).hasSize(50);
  }

  @Test
  void aFailedStatusCountsAndTheCallerGetsTheResponse() throws Exception {
    CircuitBreaker breaker = breaker(3);
    GuardedClient client = guarded(builder().circuitBreaker(breaker));
    server.then(500, 502, 504);

    for (int status : new int[] {500, 502, 504}) {
      assertThat(client.send(get()).body()).isEqualTo("body of " + status);
    }

    assertThat(breaker.state()).isEqualTo(CircuitBreaker.State.OPEN);
    assertThatThrownBy(() -> client.send(get())).isInstanceOf(CircuitOpenException.class);
    assertThat(server.seen()).hasSize(3);
  }

  @Test
  void eachHostHasItsOwnBreaker() throws Exception {
    List<String> made = new ArrayList<>();
    GuardedClient client = guarded(builder().circuitBreakerPerHost(host -> {
      made.add(host);
      return breaker(1);
    }));
    try (Server other = new Server()) {
      server.then(500);
      client.send(get());

      assertThatThrownBy(() -> client.send(get())).isInstanceOf(CircuitOpenException.class);
      assertThat(client.send(Ask.of("GET", other.uri("/"))).status()).isEqualTo(200);
      assertThat(made)
          .containsExactly(server.uri("").getAuthority(), other.uri("").getAuthority());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theBreakerIsAskedAndToldOncePerAttemptWhateverTheOrder(boolean retryFirst) throws Exception {
    CircuitBreaker breaker = breaker(3);
    GuardedClient client = guarded(
        retryFirst
            ? builder().retry(retry()).circuitBreaker(breaker)
            : builder().circuitBreaker(breaker).retry(retry()));
    server.otherwise(Server.status(500));

    assertThat(client.send(get()).status()).isEqualTo(500);

    assertThat(server.seen()).hasSize(3);
    assertThat(breaker.snapshot().failures()).isEqualTo(3);
  }

  @Test
  void aBreakerThatOpensBetweenTwoAttemptsRefusesTheNext() {
    GuardedClient client = guarded(builder().circuitBreaker(breaker(1)).retry(retry()));
    server.otherwise(Server.status(500));

    assertThatThrownBy(() -> client.send(get())).isInstanceOf(CircuitOpenException.class);
    assertThat(server.seen()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PATCH"})
  void whatIsNotIdempotentIsSentOnce(String method) throws Exception {
    GuardedClient client = guarded(builder().retry(retry()));
    server.otherwise(Server.status(500));

    Reply reply = client.send(Ask.of(method, server.uri("/")).with("order"));

    assertThat(reply.body()).isEqualTo("body of 500");
    assertThat(server.seen()).singleElement().matches(seen -> seen.body().equals("order"));
  }

  @Test
  void aKeyOrAnOptInLetsItBeSentAgain() throws Exception {
    server.otherwise(Server.status(500));
    Ask post = Ask.of("POST", server.uri("/")).with("order");

    guarded(builder().retry(retry())).send(post.header("Idempotency-Key", "1"));
    guarded(builder().retry(retry()).retryAlso(request -> true)).send(post);

    assertThat(server.seen()).hasSize(6).allMatch(seen -> seen.body().equals("order"));
  }

  @Test
  void aBodyThatCanBeReplayedIsSentWhole() throws Exception {
    GuardedClient client = guarded(builder().retry(retry()));
    server.otherwise(Server.status(500));

    client.send(Ask.of("PUT", server.uri("/")).with("all of it"));

    assertThat(server.seen()).hasSize(3).allMatch(seen -> seen.body().equals("all of it"));
  }

  @Test
  void aBodyThatIsAStreamIsSentOnce() throws Exception {
    assumeTrue(hasOneShotBodies());
    GuardedClient client = guarded(builder().retry(retry()));
    server.otherwise(Server.status(500));

    client.send(Ask.of("PUT", server.uri("/")).withStream("all of it"));

    assertThat(server.seen()).singleElement().matches(seen -> seen.body().equals("all of it"));
  }

  @Test
  void whatWasNeverSentIsTriedAgainWhateverItIs() throws Exception {
    GuardedClient client = guarded(builder().retry(retry()));
    URI nobody;
    try (ServerSocket socket = new ServerSocket(0)) {
      nobody = URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }

    assertThatThrownBy(() -> client.send(Ask.of("POST", nobody).with("order")))
        .isInstanceOf(IOException.class);
    assertThat(waits).hasSize(2);
  }

  @Test
  void aServersWishIsHeeded() throws Exception {
    GuardedClient client = guarded(builder().retry(retry()));
    server.then(Server.status(429, "", "Retry-After", "30")).then(500);

    assertThat(client.send(get()).status()).isEqualTo(200);

    assertThat(waits).containsExactly(Duration.ofSeconds(30), Duration.ofSeconds(2));
  }

  @Test
  void unreadResponsesAreClosedOnceAndTheReturnedOneIsNot() throws Exception {
    GuardedClient client = guarded(builder().retry(retry()));
    server.otherwise(Server.status(500, "x".repeat(100_000)));

    assertThat(client.send(get())).isEqualTo(new Reply(500, "x".repeat(100_000), List.of(1, 1, 0)));
  }

  @Test
  @Timeout(9)
  void aSlowAttemptIsTriedAgain() throws Exception {
    CircuitBreaker breaker = breaker(2);
    CountDownLatch release = new CountDownLatch(1);
    server.then(exchange -> {
      time.advance(Duration.ofSeconds(2));
      await(release);
    });
    GuardedClient client = guarded(builder()
        .attemptTimeout(Duration.ofSeconds(2))
        .circuitBreaker(breaker)
        .retry(retry())
        .timeSource(time));

    assertThat(client.send(get()).status()).isEqualTo(200);
    assertThat(breaker.snapshot().failures()).isEqualTo(1);
    assertThat(time.pendingTimers()).isZero();
    release.countDown();
  }

  @Test
  @Timeout(9)
  void aSendEndsWhenItsTimeIsUp() {
    CircuitBreaker breaker = breaker(1);
    CountDownLatch release = new CountDownLatch(1);
    server.then(exchange -> {
      time.advance(Duration.ofSeconds(2));
      await(release);
    });
    GuardedClient client =
        guarded(builder().timeout(Duration.ofSeconds(2)).circuitBreaker(breaker).timeSource(time));

    assertThatThrownBy(() -> client.send(get())).isInstanceOf(TimeoutExceededException.class);
    assertThat(breaker.state()).isEqualTo(CircuitBreaker.State.OPEN);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    release.countDown();
  }

  @Test
  void aBodyIsReadableWhenTheTimeOfTheSendIsLongOver() throws Exception {
    server.otherwise(exchange -> {
      exchange.sendResponseHeaders(200, 0);
      exchange.getResponseBody().flush();
      while (time.pendingTimers() > 0) {
        Thread.onSpinWait();
      }
      time.advance(Duration.ofMinutes(1));
      exchange.getResponseBody().write("late".getBytes(UTF_8));
    });
    GuardedClient client = guarded(builder()
        .timeout(Duration.ofSeconds(2))
        .attemptTimeout(Duration.ofSeconds(1))
        .timeSource(time));

    assertThat(client.send(get()).body()).isEqualTo("late");
  }

  @Test
  void aFallbackAnswersInPlaceOfARefusal() throws Exception {
    GuardedClient client = guarded(builder()
        .circuitBreaker(breaker(1))
        .fallback((request, reason) ->
            FallbackResponse.of(203, "text/plain", reason.getClass().getSimpleName())));
    server.then(500);
    client.send(get());

    assertThat(client.send(get())).isEqualTo(new Reply(203, "Rejected", List.of()));
    assertThat(server.seen()).hasSize(1);
  }

  @Test
  void aFullBulkheadRefusesAndTheBreakerLearnsNothing() throws Exception {
    CircuitBreaker breaker = breaker(1);
    Bulkhead bulkhead = Bulkhead.of("one", 1);
    GuardedClient client = guarded(builder().circuitBreaker(breaker).bulkhead(bulkhead));

    bulkhead.run(() ->
        assertThatThrownBy(() -> client.send(get())).isInstanceOf(BulkheadFullException.class));

    assertThat(breaker.state()).isEqualTo(CircuitBreaker.State.CLOSED);
    assertThat(client.send(get()).status()).isEqualTo(200);
  }

  @Test
  void anotherAttemptGoesToAnotherEndpoint() throws Exception {
    server.otherwise(Server.status(500, "x".repeat(100_000)));
    try (Server well = new Server();
        EndpointPool<URI> pool = EndpointPool.<URI>builder("test")
            .endpoints(List.of(server.uri("/base"), well.uri("/base/")))
            .timeSource(time)
            .build()) {
      GuardedClient client = guarded(builder().endpoints(pool).retry(retry()));

      for (int i = 0; i < 10; i++) {
        Reply reply = client.send(
            Ask.of("PUT", URI.create("http://inventory/items?q=1%202")).with("all of it"));
        assertThat(reply.body()).isEqualTo("body of 200");
      }

      assertThat(server.seen()).isNotEmpty();
      assertThat(well.seen())
          .hasSize(10)
          .allMatch(seen -> seen.path().equals("/base/items"))
          .allMatch(seen -> seen.body().equals("all of it"));
    }
  }

  @Test
  void theServerIsToldOfAttemptAndTimeLeft() throws Exception {
    GuardedClient client = guarded(builder()
        .retry(retry())
        .timeout(Duration.ofSeconds(9))
        .attemptHeader("X-Attempt")
        .remainingHeader("X-Remaining-Ms")
        .timeSource(time));
    server.then(500, 500);

    client.send(get());

    assertThat(server.seen())
        .extracting(seen -> seen.attempt() + " " + seen.left())
        .containsExactly("[1] [9000]", "[2] [7000]", "[3] [5000]");
  }

  @Test
  void anInterruptedSendEndsAndTheBreakerLearnsNothing() throws Exception {
    CircuitBreaker breaker = breaker(1);
    GuardedClient client = guarded(builder().circuitBreaker(breaker).retry(retry()));

    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> client.send(get())).isInstanceOf(Exception.class);

    boolean unused = Thread.interrupted();
    assertThat(waits).isEmpty();
    assertThat(breaker.state()).isEqualTo(CircuitBreaker.State.CLOSED);
  }

  protected final Ask get() {
    return Ask.of("GET", server.uri("/"));
  }

  protected final Server server() {
    return server;
  }

  /** Returns the waits before other attempts of {@link #retry}. */
  protected final List<Duration> waits() {
    return waits;
  }

  protected final GuardedClient guarded(B settings) {
    GuardedClient client = client(settings);
    clients.add(client);
    return client;
  }

  protected final CircuitBreaker breaker(int failures) {
    return CircuitBreaker.builder("test")
        .tripWhen(TripRule.consecutiveFailures(failures))
        .timeSource(time)
        .build();
  }

  /** Makes three attempts, two seconds apart; a thread that sleeps lets the time pass. */
  protected final Retry retry() {
    Retry retry = Retry.builder("test")
        .backoff(Backoff.fixed(Duration.ofSeconds(2)))
        .timeSource(time)
        .build();
    retry.on(RetryEvent.Retrying.class, event -> waits.add(event.delay()));
    return retry;
  }

  protected static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
