package dev.recloser.http.h2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.TimeoutExceededException;
import dev.recloser.http.Way;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One stream that is given up, while others on its connection go on. */
class SharedConnectionTest extends Http2Fixture {
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);

  @BeforeEach
  void answerAllButOne() {
    server.setDispatcher(new Dispatcher() {
      @Override
      public MockResponse dispatch(RecordedRequest request) throws InterruptedException {
        if (request.getTarget().equals("/stuck")) {
          asked.countDown();
          release.await();
        }
        return answer(200);
      }
    });
  }

  @AfterEach
  void letGo() {
    release.countDown();
  }

  @Test
  void cancellingOneStreamLeavesTheConnectionToTheOthers() throws Exception {
    CompletableFuture<HttpResponse<String>> stuck =
        http.sendAsync(stuck().build(), BodyHandlers.ofString());
    asked.await();
    assertThat(bulkhead.snapshot().running()).isEqualTo(1);

    assertThat(stuck.cancel(true)).isTrue();

    assertThat(bulkhead.snapshot().running()).isZero();
    assertThat(breaker.snapshot().failures()).isZero();
    goesOnTheFirstConnection();
  }

  @ParameterizedTest
  @EnumSource
  void anAttemptThatIsTooSlowLeavesTheConnectionToTheOthers(Way way) throws Exception {
    HttpRequest stuck = stuck().POST(HttpRequest.BodyPublishers.noBody()).build();
    Thread watch = new Thread(() -> {
      try {
        asked.await();
        Way.awaitTimer(time);
        time.advance(ATTEMPT);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    });
    watch.start();

    assertThatThrownBy(() -> send(way, stuck, BodyHandlers.ofString()))
        .isInstanceOf(TimeoutExceededException.class);

    watch.join();
    assertThat(breaker.snapshot().failures()).isEqualTo(1);
    goesOnTheFirstConnection();
  }

  private void goesOnTheFirstConnection() throws Exception {
    assertThat(send(Way.SYNC, get(), BodyHandlers.ofString()).statusCode()).isEqualTo(200);
    assertThat(server.takeRequest().getConnectionIndex()).isZero();
    assertThat(server.takeRequest().getConnectionIndex()).isZero();
  }

  private HttpRequest.Builder stuck() {
    return HttpRequest.newBuilder(uri().resolve("/stuck"));
  }
}
