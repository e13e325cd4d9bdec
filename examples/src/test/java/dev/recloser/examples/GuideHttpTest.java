package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.recloser.circuitbreaker.CircuitBreaker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The guide: a task that throws more than one checked exception. */
class GuideHttpTest {
  private final HttpClient http = HttpClient.newHttpClient();
  private final HttpServer server = server();

  // docs: http-breaker
  private final CircuitBreaker breaker = CircuitBreaker.builder("inventory")
      .failOnResult(result -> result instanceof HttpResponse<?> r && r.statusCode() >= 500)
      .build();

  // end

  @BeforeEach
  void startTheServer() {
    server.start();
  }

  @AfterEach
  void stopTheServer() {
    server.stop(0);
  }

  @Test
  void whatItsExceptionsHaveInCommonIsThrown() throws Exception {
    assertThat(status(request("/up"))).isEqualTo(200);
    assertThat(breaker.snapshot().failures()).isZero();

    assertThat(status(request("/down"))).isEqualTo(503);
    assertThat(breaker.snapshot().failures()).isEqualTo(1);
  }

  // docs: http-send
  int status(HttpRequest request) throws Exception { // IOException or InterruptedException
    return breaker.call(() -> http.send(request, BodyHandlers.ofString())).statusCode();
  }

  // end

  private HttpRequest request(String path) {
    return HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path))
        .build();
  }

  private static HttpServer server() {
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.createContext("/", exchange -> {
        exchange.sendResponseHeaders(
            exchange.getRequestURI().getPath().equals("/up") ? 200 : 503, -1);
        exchange.close();
      });
      return server;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
