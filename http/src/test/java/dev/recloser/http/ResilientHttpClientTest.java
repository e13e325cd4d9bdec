package dev.recloser.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitOpenException;
import dev.recloser.retry.Retry;
import dev.recloser.retry.RetryEvent;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResilientHttpClientTest extends JdkClientFixture {

  @Test
  void nothingIsOnUnlessAskedFor() throws Exception {
    server.otherwise(Server.status(503));
    HttpClient http = ResilientHttpClient.builder(bare).build();

    for (int i = 0; i < 100; i++) {
      assertThat(get(http).statusCode()).isEqualTo(503);
    }

    assertThat(server.seen()).hasSize(100);
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 502, 503, 504, 599})
  void aFailedStatusCountsAndTheCallerGetsTheResponse(int status) throws Exception {
    CircuitBreaker breaker = breaker(5);
    HttpClient http = ResilientHttpClient.builder(bare).circuitBreaker(breaker).build();
    server.then(status, status, status, status, status);

    for (int i = 0; i < 5; i++) {
      assertThat(breaker.state()).isEqualTo(CircuitBreaker.State.CLOSED);
      assertThat(get(http).body()).isEqualTo("body of " + status);
    }

    assertThat(breaker.state()).isEqualTo(CircuitBreaker.State.OPEN);
    assertThatThrownBy(() -> get(http)).isInstanceOf(CircuitOpenException.class);
    assertThatThrownBy(() -> getAsync(http).get())
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(CircuitOpenException.class);
    assertThat(server.seen()).hasSize(5);
  }

  @ParameterizedTest
  @ValueSource(ints = {200, 302, 404, 429})
  void anyOtherStatusIsHealth(int status) throws Exception {
    CircuitBreaker breaker = breaker(5);
    HttpClient http = ResilientHttpClient.builder(bare).circuitBreaker(breaker).build();
    server.then(500, 500, 500, 500, status, 500, 500, 500, 500);

    for (int i = 0; i < 9; i++) {
      get(http);
    }
    assertThat(breaker.state()).isEqualTo(CircuitBreaker.State.CLOSED);

    server.then(500);
    get(http);
    assertThat(breaker.state()).isEqualTo(CircuitBreaker.State.OPEN);

    server.then(status);
    time.advance(COOLDOWN);
    get(http);
    assertThat(breaker.state()).isEqualTo(CircuitBreaker.State.CLOSED);
  }

  @Test
  void aRefusedConnectionCountsAsAFailure() {
    CircuitBreaker breaker = breaker(2);
    HttpClient http = ResilientHttpClient.builder(bare).circuitBreaker(breaker).build();
    URI nobody = server.uri("/");
    server.close();

    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(
              () -> http.send(HttpRequest.newBuilder(nobody).build(), BodyHandlers.discarding()))
          .isInstanceOf(IOException.class);
    }

    assertThat(breaker.state()).isEqualTo(CircuitBreaker.State.OPEN);
  }

  @Test
  void aBugInABodyHandlerIsNeitherFailureNorHealth() throws Exception {
    CircuitBreaker breaker = breaker(5);
    HttpClient http = ResilientHttpClient.builder(bare).circuitBreaker(breaker).build();
    BodyHandler<String> faulty = info -> {
      throw new IllegalStateException("a bug");
    };
    server.then(500, 500, 500, 500);
    for (int i = 0; i < 4; i++) {
      get(http);
    }

    for (int i = 0; i < 10; i++) {
      assertThatThrownBy(() -> http.send(server.get(), faulty)).isInstanceOf(Exception.class);
    }
    assertThat(breaker.snapshot().failures()).isEqualTo(4);

    server.then(500);
    get(http);
    assertThat(breaker.state()).isEqualTo(CircuitBreaker.State.OPEN);
    time.advance(COOLDOWN);
    assertThatThrownBy(() -> http.send(server.get(), faulty)).isInstanceOf(Exception.class);
    assertThat(breaker.state()).isEqualTo(CircuitBreaker.State.HALF_OPEN);
    assertThat(breaker.admits()).isTrue();
  }

  @Test
  void eachHostHasItsOwnBreaker() throws Exception {
    List<String> made = new ArrayList<>();
    HttpClient http = ResilientHttpClient.builder(bare)
        .circuitBreakerPerHost(host -> {
          made.add(host);
          return breaker(1);
        })
        .build();
    try (Server other = new Server()) {
      server.then(500);
      get(http);

      assertThatThrownBy(() -> get(http)).isInstanceOf(CircuitOpenException.class);
      assertThat(http.send(other.get(), BodyHandlers.ofString()).statusCode()).isEqualTo(200);
      assertThat(made)
          .containsExactly(server.uri("").getAuthority(), other.uri("").getAuthority());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theBreakerIsAskedAndToldOncePerAttemptWhateverTheOrder(boolean retryFirst) throws Exception {
    CircuitBreaker breaker = breaker(3);
    Retry retry = retry(3);
    ResilientHttpClientBuilder builder = ResilientHttpClient.builder(bare);
    HttpClient http = (retryFirst
            ? builder.retry(retry).circuitBreaker(breaker)
            : builder.circuitBreaker(breaker).retry(retry))
        .build();
    server.otherwise(Server.status(503));

    assertThat(get(http).statusCode()).isEqualTo(503);

    assertThat(server.seen()).hasSize(3);
    assertThat(breaker.snapshot().failures()).isEqualTo(3);
    assertThat(breaker.state()).isEqualTo(CircuitBreaker.State.OPEN);
  }

  @Test
  void aBreakerThatOpensBetweenTwoAttemptsRefusesTheNext() {
    HttpClient http = ResilientHttpClient.builder(bare)
        .circuitBreaker(breaker(1))
        .retry(retry(3))
        .build();
    server.otherwise(Server.status(500));

    assertThatThrownBy(() -> get(http)).isInstanceOf(CircuitOpenException.class);
    assertThat(server.seen()).hasSize(1);
  }

  @Test
  void aFallbackAnswersThroughTheCallersOwnHandler() throws Exception {
    HttpClient http = ResilientHttpClient.builder(bare)
        .circuitBreaker(breaker(1))
        .fallback((request, reason) -> FallbackResponse.of(
            203, "text/plain", request.uri().getPath() + " " + reason.getClass().getSimpleName()))
        .build();
    server.then(500);
    get(http);

    HttpResponse<String> text = get(http);
    HttpResponse<InputStream> stream =
        http.sendAsync(server.get(), BodyHandlers.ofInputStream()).get();

    assertThat(text.statusCode()).isEqualTo(203);
    assertThat(text.body()).isEqualTo("/ Rejected");
    assertThat(text.headers().firstValue("content-type")).contains("text/plain");
    assertThat(stream.body()).hasContent("/ Rejected");
  }

  @Test
  void theServerIsToldOfAttemptAndTimeLeft() throws Exception {
    HttpClient http = ResilientHttpClient.builder(bare)
        .retry(retry(3))
        .timeout(Duration.ofSeconds(9))
        .attemptHeader("X-Attempt")
        .remainingHeader("X-Remaining-Ms")
        .timeSource(time)
        .build();
    server.then(503, 503);

    get(http);

    assertThat(server.seen())
        .extracting(Server.Seen::attempt)
        .extracting(List::toString)
        .containsExactly("[1]", "[2]", "[3]");
    assertThat(server.seen())
        .extracting(Server.Seen::left)
        .extracting(List::toString)
        .containsExactly("[9000]", "[8800]", "[8400]");
  }

  @Test
  void aFallbackIsReadLineByLineToItsEnd() throws Exception {
    HttpClient http = ResilientHttpClient.builder(bare)
        .circuitBreaker(breaker(1))
        .fallback((request, reason) -> FallbackResponse.of(203, "text/plain", "first\nlast"))
        .build();
    server.then(500);
    get(http);
    List<String> lines = new ArrayList<>();

    http.send(server.get(), BodyHandlers.fromLineSubscriber(new Flow.Subscriber<String>() {
      @Override
      public void onSubscribe(Flow.Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
      }

      @Override
      public void onNext(String line) {
        lines.add(line);
      }

      @Override
      public void onError(Throwable failure) {}

      @Override
      public void onComplete() {}
    }));

    assertThat(lines).containsExactly("first", "last");
  }

  @Test
  void rulesThatFailLeaveOutcomesAsTheyAre() throws Exception {
    CircuitBreaker breaker = breaker(2);
    HttpClient http = ResilientHttpClient.builder(bare)
        .circuitBreaker(breaker)
        .outcomes(HttpOutcomes.ofDefaults().byStatus(status -> {
          throw new AssertionError("own");
        }))
        .build();
    server.then(500, 500);

    assertThat(get(http).statusCode()).isEqualTo(500);
    assertThat(getAsync(http).get().statusCode()).isEqualTo(500);

    assertThat(breaker.state()).isEqualTo(CircuitBreaker.State.OPEN);
  }

  @Test
  void aMakerThatFailsFailsTheSend() {
    HttpClient http = ResilientHttpClient.builder(bare)
        .retryPerHost(host -> {
          throw new IllegalStateException("own");
        })
        .build();

    assertThatThrownBy(() -> get(http)).hasMessage("own");
    assertThatThrownBy(getAsync(http)::get).hasRootCauseMessage("own");
  }

  @Test
  void theTimeLeftIsThatOfTheAttemptIfThatIsLess() throws Exception {
    HttpClient http = ResilientHttpClient.builder(bare)
        .timeout(Duration.ofSeconds(9))
        .attemptTimeout(Duration.ofSeconds(2))
        .remainingHeader("X-Remaining-Ms")
        .timeSource(time)
        .build();

    get(http);
    getAsync(http).get();

    assertThat(server.seen())
        .extracting(Server.Seen::left)
        .extracting(List::toString)
        .containsExactly("[2000]", "[2000]");
  }

  @Test
  void aSendThatIsInterruptedBetweenAttemptsEndsAsThatOfTheJdkDoes() throws Exception {
    Retry retry = retry(3);
    HttpClient http = ResilientHttpClient.builder(bare)
        .retry(retry)
        .fallback((request, reason) -> FallbackResponse.of(200, "text/plain", "fallback"))
        .build();
    retry.on(RetryEvent.Retrying.class, event -> Thread.currentThread().interrupt());
    server.then(503);

    assertThatThrownBy(() -> get(http)).isInstanceOf(InterruptedException.class);

    assertThat(Thread.interrupted()).isFalse();
    assertThat(server.seen()).hasSize(1);
  }
}
