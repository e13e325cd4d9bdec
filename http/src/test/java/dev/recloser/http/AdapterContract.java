package dev.recloser.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.TimeoutExceededException;
import dev.recloser.bulkhead.Bulkhead;
import dev.recloser.bulkhead.BulkheadFullException;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitOpenException;
import dev.recloser.http.GuardedClient.Ask;
import dev.recloser.http.GuardedClient.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What holds for every client that is guarded, whichever it is.
 *
 * @param <B> the builder
 */
public abstract class AdapterContract<B extends HttpSettings<?, B>> extends RepeatContract<B> {

  protected AdapterContract() {}

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

  /** On the time of the system, whose timers are on threads of their own. */
  @Test
  @Timeout(20)
  void aSlowAttemptAlwaysFailsAsOneThatTookTooLong() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    server.otherwise(exchange -> await(release));
    GuardedClient client = guarded(builder().attemptTimeout(Duration.ofMillis(20)));

    for (int i = 0; i < 40; i++) {
      assertThatThrownBy(() -> client.send(get())).isInstanceOf(TimeoutExceededException.class);
    }
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
  void anInterruptedSendEndsAndTheBreakerLearnsNothing() throws Exception {
    CircuitBreaker breaker = breaker(1);
    GuardedClient client = guarded(builder().circuitBreaker(breaker).retry(retry()));

    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> client.send(get())).isInstanceOf(Exception.class);

    boolean unused = Thread.interrupted();
    assertThat(waits).isEmpty();
    assertThat(breaker.state()).isEqualTo(CircuitBreaker.State.CLOSED);
  }
}
