package dev.recloser.http.okhttp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.Backoff;
import dev.recloser.retry.Retry;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.ConnectionSpec;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.TlsVersion;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ends attempts on encrypted connections, of which those of HTTP/2 are shared. */
class TlsTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final HandshakeCertificates certificates = certificates();
  private final CountDownLatch release = new CountDownLatch(1);
  private final List<Integer> connections = new CopyOnWriteArrayList<>();
  private final MockWebServer server = new MockWebServer();

  @AfterEach
  void stop() throws Exception {
    release.countDown();
    server.close();
  }

  @ParameterizedTest
  @Timeout(9)
  @CsvSource({"HTTP_1_1, TLS_1_2, 1", "HTTP_1_1, TLS_1_3, 1", "HTTP_2, TLS_1_3, 0"})
  void aSlowAttemptIsTriedAgain(Protocol protocol, TlsVersion tls, int connection)
      throws Exception {
    server.useHttps(certificates.sslSocketFactory());
    server.setDispatcher(new SlowAtFirst());
    server.start();
    OkHttpClient client = client(protocol, tls);

    try (Response response =
        client.newCall(new Request.Builder().url(server.url("/")).build()).execute()) {
      assertThat(response.protocol()).isEqualTo(protocol);
      assertThat(response.handshake().tlsVersion()).isEqualTo(tls);
      assertThat(response.body().string()).isEqualTo("well");
    }

    assertThat(connections).containsExactly(0, connection);
    assertThat(client.connectionPool().idleConnectionCount())
        .isEqualTo(client.connectionPool().connectionCount());
  }

  private OkHttpClient client(Protocol protocol, TlsVersion tls) {
    OkHttpClient.Builder client = new OkHttpClient.Builder()
        .sslSocketFactory(certificates.sslSocketFactory(), certificates.trustManager())
        .connectionSpecs(List.of(new ConnectionSpec.Builder(ConnectionSpec.MODERN_TLS)
            .tlsVersions(tls)
            .build()))
        .protocols(
            protocol == Protocol.HTTP_2
                ? List.of(Protocol.HTTP_2, Protocol.HTTP_1_1)
                : List.of(protocol));
    return ResilientInterceptor.builder()
        .attemptTimeout(Duration.ofSeconds(2))
        .retry(Retry.builder("test")
            .backoff(Backoff.fixed(Duration.ofSeconds(1)))
            .timeSource(time)
            .build())
        .timeSource(time)
        .build()
        .addTo(client)
        .build();
  }

  private static HandshakeCertificates certificates() {
    HeldCertificate own = new HeldCertificate.Builder()
        .addSubjectAlternativeName("localhost")
        .addSubjectAlternativeName("127.0.0.1")
        .build();
    return new HandshakeCertificates.Builder()
        .heldCertificate(own)
        .addTrustedCertificate(own.certificate())
        .build();
  }

  /** Answers all requests but the first. */
  private final class SlowAtFirst extends Dispatcher {
    @Override
    public MockResponse dispatch(RecordedRequest request) throws InterruptedException {
      connections.add(request.getConnectionIndex());
      if (connections.size() == 1) {
        time.advance(Duration.ofSeconds(2));
        release.await();
      }
      return new MockResponse.Builder().body("well").build();
    }
  }
}
