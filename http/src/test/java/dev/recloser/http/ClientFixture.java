package dev.recloser.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.http.GuardedClient.Ask;
import dev.recloser.retry.Retry;
import dev.recloser.retry.RetryEvent;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;

/**
 * A server, a time, and a client that is guarded.
 *
 * @param <B> the builder
 */
public abstract class ClientFixture<B extends HttpSettings<?, B>> {
  protected final ManualTimeSource time = new ManualTimeSource();
  final Server server = new Server();
  final List<Duration> waits = new ArrayList<>();
  private final List<GuardedClient> clients = new ArrayList<>();

  protected ClientFixture() {}

  /** Returns a builder with nothing switched on. */
  protected abstract B builder();

  /** Returns a client that is guarded as was set. */
  protected abstract GuardedClient client(B settings);

  protected boolean hasOneShotBodies() {
    return true;
  }

  @AfterEach
  void stop() throws Exception {
    for (GuardedClient client : clients) {
      assertThat(client.leased()).as("connections that nobody gave back").isZero();
      client.close();
    }
    server.close();
  }

  protected final Ask get() {
    return Ask.of("GET", server.uri("/"));
  }

  protected final Server server() {
    return server;
  }

  /** Returns the waits before other attempts of {@link #retry}. */
  protected final List<Duration> waits() {
    return waits;
  }

  protected final GuardedClient guarded(B settings) {
    GuardedClient client = client(settings);
    clients.add(client);
    return client;
  }

  protected final CircuitBreaker breaker(int failures) {
    return CircuitBreaker.builder("test")
        .tripWhen(TripRule.consecutiveFailures(failures))
        .timeSource(time)
        .build();
  }

  /** Makes three attempts, two seconds apart; a thread that sleeps lets the time pass. */
  protected final Retry retry() {
    Retry retry = Retry.builder("test")
        .backoff(Backoff.fixed(Duration.ofSeconds(2)))
        .timeSource(time)
        .build();
    retry.on(RetryEvent.Retrying.class, event -> waits.add(event.delay()));
    return retry;
  }

  protected static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
