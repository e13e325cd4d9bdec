package dev.recloser.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The end of a client, which reaches the wrapped one where Java lets clients end. */
@Timeout(60)
class LifecycleTest {
  private static final boolean CAN_END = Runtime.version().feature() >= 21;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Server server = new Server();
  private final ResilientHttpClient inner =
      ResilientHttpClient.builder(HttpClient.newHttpClient()).build();

  /** Wraps a client that is wrapped itself: both hand the end on. */
  private final ResilientHttpClient http = ResilientHttpClient.builder(inner).build();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void closeWaitsForTheOtherClientAndEndsIt() throws Exception {
    assumeTrue(CAN_END);
    assertThat(get().statusCode()).isEqualTo(200);
    assertThat(http.isTerminated()).isFalse();

    http.close();

    assertThat(inner.isTerminated()).isTrue();
    assertThat(http.isTerminated()).isTrue();
    assertThatThrownBy(this::get).isInstanceOf(IOException.class);
  }

  @Test
  void shutdownLetsWhatIsUnderWayEndWell() throws Exception {
    assumeTrue(CAN_END);
    CountDownLatch arrived = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    CompletableFuture<HttpResponse<String>> underWay = held(arrived, release);

    http.shutdown();

    assertThat(http.awaitTermination(Duration.ofMillis(1))).isFalse();
    assertThatThrownBy(this::get).isInstanceOf(IOException.class);
    release.countDown();
    assertThat(underWay.get().statusCode()).isEqualTo(200);
    assertThat(http.awaitTermination(PATIENCE)).isTrue();
  }

  @Test
  void shutdownNowBreaksOffWhatIsUnderWay() throws Exception {
    assumeTrue(CAN_END);
    CountDownLatch arrived = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    CompletableFuture<HttpResponse<String>> underWay = held(arrived, release);

    http.shutdownNow();

    assertThatThrownBy(underWay::get).hasCauseInstanceOf(IOException.class);
    assertThat(http.awaitTermination(PATIENCE)).isTrue();
    release.countDown();
  }

  @Test
  void olderJavaKnowsNoEndAndTheClientGoesOn() throws Exception {
    assumeTrue(!CAN_END);

    http.shutdown();
    http.shutdownNow();
    http.close();

    assertThat(http.awaitTermination(PATIENCE)).isFalse();
    assertThat(http.isTerminated()).isFalse();
    assertThat(get().statusCode()).isEqualTo(200);
  }

  private CompletableFuture<HttpResponse<String>> held(
      CountDownLatch arrived, CountDownLatch release) throws InterruptedException {
    server.then(exchange -> {
      arrived.countDown();
      try {
        release.await();
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
      Server.status(200).to(exchange);
    });
    CompletableFuture<HttpResponse<String>> future =
        http.sendAsync(server.get(), BodyHandlers.ofString());
    arrived.await();
    return future;
  }

  private HttpResponse<String> get() throws IOException, InterruptedException {
    return http.send(server.get(), BodyHandlers.ofString());
  }
}
