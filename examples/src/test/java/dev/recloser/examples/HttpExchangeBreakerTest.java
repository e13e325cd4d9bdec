package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.Backoff;
import dev.recloser.RetryAfter;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitOpenException;
import dev.recloser.circuitbreaker.Permit;
import dev.recloser.retry.Retry;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Document 000: an answer of 500 or above and an IOException are failures, any other answer is a success, and any other
 * exception says nothing about the service.
 */
class HttpExchangeBreakerTest {
  private static final Duration COOLDOWN = Duration.ofSeconds(30);

  private final ManualTimeSource time = new ManualTimeSource();
  private final CircuitBreaker breaker = CircuitBreaker.builder("service")
      .config(Classic.config(5, COOLDOWN, time))
      .failOn(IOException.class)
      .ignore(Exception.class)
      .failOnResult(result -> result instanceof Exchange exchange && exchange.status() >= 500)
      .build();

  private int exchanges;

  /** A completed exchange. */
  private record Exchange(int status, Optional<Duration> retryAfter) implements RetryAfter {}

  @ParameterizedTest // S000-9
  @ValueSource(ints = {500, 502, 503, 504, 599})
  void anAnswerOf500OrAboveIsAFailure(int status) {
    send(500, 4);
    assertThat(breaker.state()).isEqualTo(State.CLOSED);

    send(status, 1);
    assertThat(breaker.state()).isEqualTo(State.OPEN);
  }

  @ParameterizedTest // S000-11
  @ValueSource(ints = {100, 200, 302, 400, 404, 429, 499})
  void anyAnswerBelow500ResetsTheCount(int status) {
    send(500, 4);
    send(status, 1);
    send(500, 4);
    assertThat(breaker.state()).isEqualTo(State.CLOSED);

    send(500, 1);
    assertThat(breaker.state()).isEqualTo(State.OPEN);
  }

  @Test // S000-10
  void aTransportFailureIsAFailure() throws Exception {
    HttpClient http = HttpClient.newHttpClient();
    HttpRequest request = HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:" + closedPort() + "/"))
        .build();

    for (int i = 0; i < 5; i++) {
      assertThatThrownBy(() -> breaker.call(() -> http.send(request, BodyHandlers.ofString())))
          .isInstanceOf(IOException.class);
    }
    assertThat(breaker.state()).isEqualTo(State.OPEN);
    assertThat(breaker.snapshot().failures()).isEqualTo(5);
  }

  @Test // S000-12
  void anyOtherExceptionIsNeitherFailureNorHealth() {
    send(500, 4);
    for (int i = 0; i < 10; i++) {
      failWith(new IllegalStateException("a bug in the body handler"));
    }
    failWith(new InterruptedException());
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
    assertThat(breaker.snapshot().failures()).isEqualTo(4);
    assertThat(Classic.run(breaker)).isEqualTo(4);
    assertThat(breaker.snapshot().ignored()).isEqualTo(11);

    send(500, 1);
    time.advance(COOLDOWN);
    failWith(new IllegalStateException("a bug in the body handler"));
    assertThat(breaker.state()).isEqualTo(State.HALF_OPEN);
    assertThat(breaker.tryAcquire()).isPresent();
  }

  @Test // S000-28
  void clientErrorsShowThatTheServiceIsUp() {
    send(404, 1000);
    assertThat(breaker.state()).isEqualTo(State.CLOSED);

    send(500, 5);
    time.advance(COOLDOWN);
    send(404, 1);
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
  }

  @Test // S000-29
  void rateLimitingIsLeftToTheBackoffOfTheRetry() {
    send(429, 100);
    assertThat(breaker.state()).isEqualTo(State.CLOSED);

    Retry retry = Retry.builder("service")
        .retryOnResult(result -> result instanceof Exchange exchange && exchange.status() == 429)
        .backoff(Backoff.fixed(Duration.ofSeconds(2)))
        .timeSource(time)
        .build();
    Exchange last = retry.call(() -> breaker.call(() -> answer(429)));
    assertThat(last.status()).isEqualTo(429);
    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(4));

    retry.call(() -> breaker.call(() -> answer(429, Duration.ofSeconds(7))));
    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(4 + 14));
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
  }

  @Test // S000-16
  void anOpenCircuitMakesNoExchange() {
    send(503, 5);

    for (int i = 0; i < 100; i++) {
      assertThatThrownBy(() -> breaker.call(() -> answer(200)))
          .isInstanceOf(CircuitOpenException.class);
    }
    assertThat(exchanges).isEqualTo(5);
    assertThat(breaker.snapshot().rejected()).isEqualTo(100);
  }

  @Test // S000-4, S000-34
  void oneBreakerForAllHostsSeesThemAll() {
    Dependency oneHost = new Dependency();
    Dependency otherHost = new Dependency();
    oneHost.play(breaker, "FF");
    otherHost.play(breaker, "FF");
    assertThat(breaker.state()).isEqualTo(State.CLOSED);

    oneHost.play(breaker, "F");
    assertThat(breaker.state()).isEqualTo(State.OPEN);
  }

  @Test // S000-9, S000-11
  void aPermitJudgesAnExchangeTheSameWay() {
    for (int i = 0; i < 5; i++) {
      try (Permit permit = breaker.acquire()) {
        permit.succeeded(answer(503));
      }
    }
    assertThat(breaker.state()).isEqualTo(State.OPEN);

    time.advance(COOLDOWN);
    try (Permit permit = breaker.acquire()) {
      permit.succeeded(answer(302));
    }
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
  }

  private void send(int status, int times) {
    for (int i = 0; i < times; i++) {
      assertThat(breaker.call(() -> answer(status)).status()).isEqualTo(status);
    }
  }

  private void failWith(Exception failure) {
    assertThatThrownBy(() -> breaker.run(() -> {
          throw failure;
        }))
        .isSameAs(failure);
  }

  private Exchange answer(int status) {
    exchanges++;
    return new Exchange(status, Optional.empty());
  }

  private Exchange answer(int status, Duration retryAfter) {
    exchanges++;
    return new Exchange(status, Optional.of(retryAfter));
  }

  private static int closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
