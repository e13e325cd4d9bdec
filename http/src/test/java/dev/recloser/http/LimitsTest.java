package dev.recloser.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.TimeoutExceededException;
import dev.recloser.bulkhead.Bulkhead;
import dev.recloser.bulkhead.BulkheadFullException;
import dev.recloser.bulkhead.BulkheadPermit;
import dev.recloser.circuitbreaker.CircuitBreaker;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Sends that are ended, or refused, before their answer is there. */
class LimitsTest extends JdkClientFixture {

  @Test
  void aSendEndsWhenItsTimeIsUp() {
    CircuitBreaker breaker = breaker(1);
    CountDownLatch release = new CountDownLatch(1);
    server.otherwise(exchange -> {
      time.advance(Duration.ofSeconds(2));
      await(release);
    });
    HttpClient http = ResilientHttpClient.builder(bare)
        .circuitBreaker(breaker)
        .timeout(Duration.ofSeconds(2))
        .timeSource(time)
        .build();

    assertThatThrownBy(() -> get(http)).isInstanceOf(TimeoutExceededException.class);
    assertThat(breaker.state()).isEqualTo(CircuitBreaker.State.OPEN);
    release.countDown();
  }

  @Test
  void aSendThatNobodyWaitsForEndsWhenItsTimeIsUp() throws Exception {
    CircuitBreaker breaker = breaker(1);
    CountDownLatch arrived = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    server.otherwise(exchange -> {
      arrived.countDown();
      await(release);
    });
    HttpClient http = ResilientHttpClient.builder(bare)
        .circuitBreaker(breaker)
        .timeout(Duration.ofSeconds(2))
        .timeSource(time)
        .build();

    CompletableFuture<HttpResponse<String>> future = getAsync(http);
    arrived.await();
    time.advance(Duration.ofSeconds(2));

    assertThatThrownBy(future::get).hasCauseInstanceOf(TimeoutExceededException.class);
    assertThat(breaker.state()).isEqualTo(CircuitBreaker.State.OPEN);
    release.countDown();
  }

  @Test
  void aSlowAttemptIsTriedAgain() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    server.then(exchange -> {
      time.advance(Duration.ofSeconds(2));
      await(release);
    });
    HttpClient http = ResilientHttpClient.builder(bare)
        .attemptTimeout(Duration.ofSeconds(2))
        .retry(retry(2))
        .timeSource(time)
        .build();

    assertThat(get(http).statusCode()).isEqualTo(200);
    release.countDown();
  }

  @Test
  void aCancelledSendGivesBackPermitAndPlace() throws Exception {
    CircuitBreaker breaker = breaker(1);
    Bulkhead bulkhead = Bulkhead.of("one", 1);
    CountDownLatch arrived = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    server.then(exchange -> {
      arrived.countDown();
      await(release);
    });
    HttpClient http = ResilientHttpClient.builder(bare)
        .circuitBreaker(breaker)
        .bulkhead(bulkhead)
        .build();
    breaker.trip(COOLDOWN, "test");
    time.advance(COOLDOWN);

    CompletableFuture<HttpResponse<String>> future = getAsync(http);
    arrived.await();
    assertThat(breaker.admits()).isFalse();
    future.cancel(true);

    assertThat(breaker.state()).isEqualTo(CircuitBreaker.State.HALF_OPEN);
    assertThat(breaker.admits()).isTrue();
    assertThat(get(http).statusCode()).isEqualTo(200);
    release.countDown();
  }

  @Test
  void aFullBulkheadRefusesAndTheBreakerLearnsNothing() throws Exception {
    CircuitBreaker breaker = breaker(1);
    Bulkhead bulkhead = Bulkhead.of("one", 1);
    HttpClient http = ResilientHttpClient.builder(bare)
        .circuitBreaker(breaker)
        .bulkhead(bulkhead)
        .build();

    bulkhead.run(
        () -> assertThatThrownBy(() -> get(http)).isInstanceOf(BulkheadFullException.class));

    assertThat(breaker.state()).isEqualTo(CircuitBreaker.State.CLOSED);
    assertThat(get(http).statusCode()).isEqualTo(200);
  }

  @RepeatedTest(20) // Which of the two timers comes first is not said.
  void whatWaitsForItsOwnCallersSaysNothingOfTheServer() throws Exception {
    CircuitBreaker breaker = breaker(1);
    Bulkhead bulkhead =
        Bulkhead.builder("one").maxConcurrent(1).queue(9).timeSource(time).build();
    HttpClient http = ResilientHttpClient.builder(bare)
        .circuitBreaker(breaker)
        .bulkhead(bulkhead)
        .timeout(Duration.ofSeconds(2))
        .timeSource(time)
        .build();

    try (BulkheadPermit held = bulkhead.acquire()) {
      CompletableFuture<HttpResponse<String>> future = getAsync(http);
      time.advance(Duration.ofSeconds(2));
      assertThat(future).isCompletedExceptionally();
      assertThat(held).isNotNull();
    }

    assertThat(server.seen()).isEmpty();
    assertThat(breaker.state()).isEqualTo(CircuitBreaker.State.CLOSED);
    assertThat(bulkhead.snapshot().running()).isZero();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
