package dev.recloser.http.nginx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.http.ResilientHttpClient;
import dev.recloser.http.Server;
import dev.recloser.retry.Retry;
import dev.recloser.retry.RetryEvent;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each over HTTP/1.1, and over HTTP/2 with TLS. */
@Timeout(20)
class NginxTest {
  private static final HeldCertificate OWN =
      new HeldCertificate.Builder().addSubjectAlternativeName("localhost").build();

  @TempDir
  Path directory;

  private final ManualTimeSource time = new ManualTimeSource();
  private final Server server = new Server();
  private final List<Duration> waits = new ArrayList<>();
  private final CircuitBreaker breaker = CircuitBreaker.builder("test")
      .tripWhen(TripRule.consecutiveFailures(5))
      .timeSource(time)
      .build();
  private final HttpClient http = client();
  private Nginx nginx;

  @BeforeEach
  void start() throws IOException {
    assumeTrue(Nginx.program().isPresent(), "there is no nginx");
    nginx = new Nginx(directory, server.uri(""), OWN);
  }

  @AfterEach
  void stop() {
    server.close();
    if (nginx != null) {
      nginx.close();
    }
  }

  private HttpClient client() {
    Retry retry = Retry.builder("test").backoff(Backoff.none()).timeSource(time).build();
    retry.on(RetryEvent.Retrying.class, event -> waits.add(event.delay()));
    return ResilientHttpClient.builder(HttpClient.newBuilder()
            .sslContext(new HandshakeCertificates.Builder()
                .addTrustedCertificate(OWN.certificate())
                .build()
                .sslContext())
            .build())
        .circuitBreaker(breaker)
        .retry(retry)
        .timeSource(time)
        .build();
  }

  private HttpResponse<String> get(boolean http2, String path) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(nginx.uri(http2, path)).build();
    HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
    assertThat(response.version())
        .isEqualTo(http2 ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1);
    return response;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void connectionsThatEndBetweenExchangesAreNoFailures(boolean http2) throws Exception {
    for (int i = 0; i < 20; i++) {
      assertThat(get(http2, "/").body()).isEqualTo("body of 200");
    }

    assertThat(breaker.snapshot().failures()).isZero();
    assertThat(server.seen()).hasSize(20);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aServerThatIsGoneIsAFailure(boolean http2) throws Exception {
    assertThat(get(http2, "/dead").statusCode()).isEqualTo(502);

    assertThat(breaker.snapshot().failures()).isEqualTo(3);
    assertThat(waits).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aLimitIsHealthAndSaysWhenToComeBack(boolean http2) throws Exception {
    assertThat(get(http2, "/limited").statusCode()).isEqualTo(200);

    assertThat(get(http2, "/limited").statusCode()).isEqualTo(429);

    assertThat(breaker.snapshot().failures()).isZero();
    assertThat(waits).containsExactly(Duration.ofSeconds(7), Duration.ofSeconds(7));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatIsCutOffWithoutAnAnswerIsAFailure(boolean http2) {
    HttpRequest post = HttpRequest.newBuilder(nginx.uri(http2, "/cut"))
        .POST(BodyPublishers.ofString("once"))
        .build();

    assertThatThrownBy(() -> http.send(post, BodyHandlers.ofString()))
        .isInstanceOf(IOException.class);

    assertThat(breaker.snapshot().failures()).isEqualTo(1);
    assertThat(waits).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aReloadUnderTrafficIsSeenByNobody(boolean http2) throws Exception {
    for (int i = 0; i < 60; i++) {
      if (i % 20 == 10) {
        nginx.reload();
      }
      assertThat(get(http2, "/").statusCode()).isEqualTo(200);
    }

    assertThat(breaker.snapshot().state()).isEqualTo(CircuitBreaker.State.CLOSED);
  }
}
