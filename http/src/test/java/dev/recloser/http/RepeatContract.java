package dev.recloser.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.recloser.endpoint.EndpointPool;
import dev.recloser.http.GuardedClient.Ask;
import dev.recloser.http.GuardedClient.Reply;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is sent again and what is not, whichever the client is.
 *
 * @param <B> the builder
 */
public abstract class RepeatContract<B extends HttpSettings<?, B>> extends ClientFixture<B> {

  protected RepeatContract() {}

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
    URI nobody = URI.create("http://127.0.0.1:" + Ports.free(1).get(0));

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
}
