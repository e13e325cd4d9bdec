package dev.recloser.http.h2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.circuitbreaker.CircuitOpenException;
import dev.recloser.http.Way;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Answers, and streams and connections that end before there is one. */
class Http2Test extends Http2Fixture {
  private static final int INTERNAL_ERROR = 2;

  @ParameterizedTest
  @EnumSource
  void aFailureIsSentAgainOnTheSameConnection(Way way) throws Exception {
    server.enqueue(answer(503));
    server.enqueue(answer(200));

    HttpResponse<String> response = send(way, get(), BodyHandlers.ofString());

    assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
    assertThat(response.body()).isEqualTo("body of 200");
    assertThat(breaker.snapshot().failures()).isEqualTo(1);
    assertThat(server.takeRequest().getConnectionIndex()).isZero();
    assertThat(server.takeRequest().getConnectionIndex()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void anOpenBreakerRefusesAndNoStreamIsOpened(Way way) throws Exception {
    for (int i = 0; i < 3; i++) {
      server.enqueue(answer(500));
    }
    assertThat(send(way, get(), BodyHandlers.ofString()).statusCode()).isEqualTo(500);

    assertThatThrownBy(() -> send(way, get(), BodyHandlers.ofString()))
        .isInstanceOf(CircuitOpenException.class);

    assertThat(server.getRequestCount()).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource
  void aStreamThatIsResetIsAFailure(Way way) throws Exception {
    server.enqueue(response(200)
        .onResponseStart(new SocketEffect.CloseStream(INTERNAL_ERROR))
        .build());
    server.enqueue(answer(200));

    assertThat(send(way, get(), BodyHandlers.ofString()).body()).isEqualTo("body of 200");

    assertThat(breaker.snapshot().failures()).isEqualTo(1);
    assertThat(server.getRequestCount()).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource
  void aPostOnAStreamThatIsResetIsNotSentAgain(Way way) {
    server.enqueue(response(200)
        .onResponseStart(new SocketEffect.CloseStream(INTERNAL_ERROR))
        .build());

    assertThatThrownBy(() -> send(way, post(), BodyHandlers.ofString()))
        .isInstanceOf(IOException.class);

    assertThat(breaker.snapshot().failures()).isEqualTo(1);
    assertThat(server.getRequestCount()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void aConnectionThatIsCutMidBodyIsAFailure(Way way) throws Exception {
    server.enqueue(response(200).onResponseBody(new SocketEffect.CloseSocket()).build());
    server.enqueue(answer(200));

    assertThat(send(way, get(), BodyHandlers.ofString()).body()).isEqualTo("body of 200");

    assertThat(breaker.snapshot().failures()).isEqualTo(1);
    assertThat(server.takeRequest().getConnectionIndex()).isZero();
    assertThat(server.takeRequest().getConnectionIndex()).isEqualTo(1);
  }

  @Test
  void manyShareAConnectionUpToTheBulkhead() throws Exception {
    List<CompletableFuture<HttpResponse<String>>> sent = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      server.enqueue(answer(200));
    }
    assertThat(send(Way.SYNC, get(), BodyHandlers.ofString()).statusCode()).isEqualTo(200);
    for (int i = 1; i < 8; i++) {
      sent.add(http.sendAsync(get(), BodyHandlers.ofString()));
    }
    for (CompletableFuture<HttpResponse<String>> each : sent) {
      assertThat(Way.result(each, time).statusCode()).isEqualTo(200);
    }

    for (int i = 0; i < 8; i++) {
      assertThat(server.takeRequest().getConnectionIndex()).isZero();
    }
  }
}
