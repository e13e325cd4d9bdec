package dev.recloser.http;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.Recovery;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.retry.Retry;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;

/** A client of the JDK, a server that it talks to, and a time. */
abstract class JdkClientFixture {
  static final Duration COOLDOWN = Duration.ofSeconds(30);

  final ManualTimeSource time = new ManualTimeSource();
  final Server server = new Server();
  final HttpClient bare = HttpClient.newHttpClient();

  @AfterEach
  void stop() {
    server.close();
  }

  final CircuitBreaker breaker(int failures) {
    return CircuitBreaker.builder("test")
        .tripWhen(TripRule.consecutiveFailures(failures))
        .cooldown(Backoff.fixed(COOLDOWN))
        .recovery(Recovery.consecutive(1))
        .timeSource(time)
        .build();
  }

  /** Waits 200 ms, then 400 ms; a thread that sleeps lets the time pass. */
  final Retry retry(int attempts) {
    return Retry.builder("test")
        .maxAttempts(attempts)
        .backoff(Backoff.exponential(Duration.ofMillis(200), 2, Duration.ofSeconds(10)))
        .timeSource(time)
        .build();
  }

  final HttpResponse<String> get(HttpClient http) throws IOException, InterruptedException {
    return http.send(server.get(), BodyHandlers.ofString());
  }

  final CompletableFuture<HttpResponse<String>> getAsync(HttpClient http) {
    return http.sendAsync(server.get(), BodyHandlers.ofString());
  }
}
