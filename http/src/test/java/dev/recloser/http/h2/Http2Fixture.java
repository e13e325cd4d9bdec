package dev.recloser.http.h2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.Backoff;
import dev.recloser.bulkhead.Bulkhead;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.http.ResilientHttpClient;
import dev.recloser.http.Way;
import dev.recloser.retry.Retry;
import dev.recloser.time.ManualTimeSource;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.time.Duration;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** A client and a server that agree on HTTP/2. */
@Timeout(20)
abstract class Http2Fixture {
  static final Duration ATTEMPT = Duration.ofSeconds(2);

  final ManualTimeSource time = new ManualTimeSource();
  final MockWebServer server = new MockWebServer();
  final Bulkhead bulkhead = Bulkhead.of("eight", 8);
  final CircuitBreaker breaker = CircuitBreaker.builder("test")
      .tripWhen(TripRule.consecutiveFailures(3))
      .timeSource(time)
      .build();
  final Retry retry = Retry.builder("test")
      .backoff(Backoff.none())
      .maxAttempts(3)
      .timeSource(time)
      .build();
  final HttpClient http = ResilientHttpClient.builder(bare())
      .circuitBreaker(breaker)
      .bulkhead(bulkhead)
      .retry(retry)
      .attemptTimeout(ATTEMPT)
      .timeSource(time)
      .build();

  @BeforeEach
  void start() throws Exception {
    server.useHttps(CERTIFICATES.sslSocketFactory());
    server.start();
  }

  @AfterEach
  @Timeout(9)
  void nothingIsLeftBehind() {
    while (bulkhead.snapshot().running() > 0 && !Thread.currentThread().isInterrupted()) {
      Thread
          .onSpinWait(); // The permit of what was cancelled goes back when the exchange has ended.
    }
    server.close();
    assertThat(bulkhead.snapshot().running()).isZero();
    assertThat(time.pendingTimers()).isZero();
  }

  final URI uri() {
    return URI.create("https://localhost:" + server.getPort() + "/");
  }

  final HttpRequest get() {
    return HttpRequest.newBuilder(uri()).build();
  }

  final HttpRequest post() {
    return HttpRequest.newBuilder(uri()).POST(BodyPublishers.ofString("once")).build();
  }

  final <T> HttpResponse<T> send(Way way, HttpRequest request, BodyHandler<T> handler)
      throws Exception {
    return way.send(http, request, handler, time);
  }

  static MockResponse answer(int status) {
    return response(status).build();
  }

  static MockResponse.Builder response(int status) {
    return new MockResponse.Builder().code(status).body("body of " + status);
  }

  private static final HandshakeCertificates CERTIFICATES = certificates();

  private static HttpClient bare() {
    return HttpClient.newBuilder().sslContext(CERTIFICATES.sslContext()).build();
  }

  private static HandshakeCertificates certificates() {
    HeldCertificate own =
        new HeldCertificate.Builder().addSubjectAlternativeName("localhost").build();
    return new HandshakeCertificates.Builder()
        .heldCertificate(own)
        .addTrustedCertificate(own.certificate())
        .build();
  }
}
