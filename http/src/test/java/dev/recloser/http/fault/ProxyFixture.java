package dev.recloser.http.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.Backoff;
import dev.recloser.bulkhead.Bulkhead;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.http.ResilientHttpClient;
import dev.recloser.http.Server;
import dev.recloser.http.Sockets;
import dev.recloser.http.Way;
import dev.recloser.retry.Retry;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;

/** A client, a proxy that breaks its connections, and a server that would have answered well. */
@Timeout(20)
abstract class ProxyFixture {
  static final Duration ATTEMPT = Duration.ofSeconds(1);

  /** How long a busy machine may take to close what is to be closed. */
  static final Duration PATIENCE = Duration.ofSeconds(9);

  private static Sockets before = new Sockets(Set.of());

  /** How many sockets the client of the JDK is known to leave open, whoever uses it. */
  private static int left;

  final ManualTimeSource time = new ManualTimeSource();
  final Server server =
      new Server().otherwise(Server.status(200, "all of the body", "Connection", "close"));
  final FaultyProxy proxy = new FaultyProxy(server.uri("/"));
  final Bulkhead bulkhead = Bulkhead.of("one", 1);
  final CircuitBreaker breaker = CircuitBreaker.builder("test")
      .tripWhen(TripRule.consecutiveFailures(9))
      .timeSource(time)
      .build();
  final Retry retry = Retry.builder("test")
      .backoff(Backoff.none())
      .maxAttempts(3)
      .timeSource(time)
      .build();
  final HttpClient http = ResilientHttpClient.builder(HttpClient.newHttpClient())
      .circuitBreaker(breaker)
      .bulkhead(bulkhead)
      .retry(retry)
      .attemptTimeout(ATTEMPT)
      .timeSource(time)
      .build();

  @BeforeAll
  static void countSockets() throws IOException {
    SocketChannel.open().close(); // The JDK has two of its own, for good, once it has closed one.
    before = Sockets.open();
    left = 0;
  }

  /** Once for all tests, since a client of the JDK takes up to three seconds to let go of a socket that it has closed. */
  @AfterAll
  static void noSocketIsLeaked() {
    assertThat(before.leakedAfter(PATIENCE, left)).isLessThanOrEqualTo(left);
  }

  @AfterEach
  void nothingIsLeftBehind() {
    assertThat(bulkhead.snapshot().running()).isZero();
    assertThat(breaker.admits()).isTrue();
    assertThat(proxy.openAfter(PATIENCE)).as("connections left by the client").isZero();
    while (time.pendingTimers() > 0 && !Thread.currentThread().isInterrupted()) {
      Thread.onSpinWait(); // The thread that completed a future is about to cancel them.
    }
    proxy.close();
    server.close();
  }

  static void leaves(int sockets) {
    left += sockets;
  }

  final HttpRequest get() {
    return HttpRequest.newBuilder(proxy.uri()).build();
  }

  final HttpRequest post() {
    return HttpRequest.newBuilder(proxy.uri())
        .POST(BodyPublishers.ofString("once"))
        .build();
  }

  final <T> HttpResponse<T> send(Way way, HttpRequest request, BodyHandler<T> handler)
      throws Exception {
    return way.send(http, request, handler, time);
  }
}
