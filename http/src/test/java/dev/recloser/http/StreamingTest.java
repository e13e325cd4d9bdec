package dev.recloser.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.bulkhead.Bulkhead;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.retry.Retry;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bodies that are read or written after the send has ended, or that no memory holds. */
class StreamingTest {
  private static final long LARGE = 512L << 20;

  private final ManualTimeSource time = new ManualTimeSource();
  private final Server server = new Server();
  private final Bulkhead bulkhead = Bulkhead.of("one", 1);
  private final HttpClient http = ResilientHttpClient.builder(HttpClient.newHttpClient())
      .circuitBreaker(CircuitBreaker.ofDefaults("test"))
      .retry(Retry.ofDefaults("test"))
      .timeout(Duration.ofSeconds(2))
      .attemptTimeout(Duration.ofSeconds(1))
      .bulkhead(bulkhead)
      .timeSource(time)
      .build();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test // C119
  @Timeout(20)
  void aBodyIsReadableWhenTheTimeOfTheSendIsLongOver() throws Exception {
    CountDownLatch goOn = new CountDownLatch(2);
    server.otherwise(exchange -> {
      exchange.sendResponseHeaders(200, 0);
      exchange.getResponseBody().write("first ".getBytes(UTF_8));
      exchange.getResponseBody().flush();
      await(goOn);
      exchange.getResponseBody().write("last".getBytes(UTF_8));
    });

    HttpResponse<InputStream> sync = http.send(server.get(), BodyHandlers.ofInputStream());
    HttpResponse<InputStream> async =
        http.sendAsync(server.get(), BodyHandlers.ofInputStream()).get();
    while (time.pendingTimers() > 0) {
      // The thread that completed the future is about to cancel them.
      Thread.onSpinWait();
    }
    time.advance(Duration.ofMinutes(1));
    goOn.countDown();
    goOn.countDown();

    assertThat(sync.body()).hasContent("first last");
    assertThat(async.body()).hasContent("first last");
  }

  @Test
  void aBodyLargerThanMemoryStreamsThrough() throws Exception {
    assertThat(Runtime.getRuntime().maxMemory()).isLessThan(LARGE);
    server.otherwise(exchange -> {
      exchange.sendResponseHeaders(200, LARGE);
      byte[] block = new byte[1 << 16];
      for (long sent = 0; sent < LARGE; sent += block.length) {
        exchange.getResponseBody().write(block);
      }
    });

    HttpResponse<InputStream> response = http.send(server.get(), BodyHandlers.ofInputStream());

    assertThat(length(response.body())).isEqualTo(LARGE);
  }

  private static long length(InputStream body) throws IOException {
    try (body) {
      byte[] block = new byte[1 << 16];
      long length = 0;
      for (int read = body.read(block); read >= 0; read = body.read(block)) {
        length += read;
      }
      return length;
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
