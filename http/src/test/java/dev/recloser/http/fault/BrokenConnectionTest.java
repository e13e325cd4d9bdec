package dev.recloser.http.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.recloser.http.Way;
import dev.recloser.retry.RetryEvent;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Connections that break on their own. */
class BrokenConnectionTest extends ProxyFixture {

  static Stream<Arguments> breaks() {
    return Stream.of(Break.values())
        .flatMap(fault -> Stream.of(Way.values()).map(way -> arguments(fault, way)));
  }

  static Stream<Arguments> bodies() {
    return Stream.of(Break.RESET_MID_BODY, Break.HALF_CLOSE_MID_BODY)
        .flatMap(fault -> Stream.of(Way.values()).map(way -> arguments(fault, way)));
  }

  /** Whatever the JDK's client does by itself within an attempt, that attempt has failed when it has. */
  @ParameterizedTest
  @MethodSource("breaks")
  void aGetIsSentAgainAndEndsWell(Break fault, Way way) throws Exception {
    proxy.always(fault);
    retry.on(RetryEvent.Retrying.class, event -> {
      if (event.attempt() == 2) {
        proxy.always(Fault.PASS);
      }
    });

    assertThat(send(way, get(), BodyHandlers.ofString()).body()).isEqualTo("all of the body");

    assertThat(breaker.snapshot().failures()).isEqualTo(2);
    assertThat(server.seen()).hasSize(fault.asked ? proxy.accepted() : 1);
  }

  @ParameterizedTest
  @MethodSource("breaks")
  void aGetThatIsNeverAnsweredFailsAsItsLastAttemptDid(Break fault, Way way) {
    proxy.always(fault);

    assertThatThrownBy(() -> send(way, get(), BodyHandlers.ofString()))
        .isInstanceOf(IOException.class);

    assertThat(breaker.snapshot().failures()).isEqualTo(3);
  }

  @ParameterizedTest
  @MethodSource("breaks")
  void aPostIsNot(Break fault, Way way) {
    proxy.always(fault);

    assertThatThrownBy(() -> send(way, post(), BodyHandlers.ofString()))
        .isInstanceOf(IOException.class);

    assertThat(breaker.snapshot().failures()).isEqualTo(1);
    assertThat(proxy.accepted()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsRefusedIsSentAgainWhateverItIs(Way way) throws Exception {
    proxy.refuse();
    retry.on(RetryEvent.Retrying.class, event -> proxy.accept());

    for (HttpRequest request : new HttpRequest[] {get(), post()}) {
      assertThat(send(way, request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
      proxy.refuse();
    }

    assertThat(breaker.snapshot().failures()).isEqualTo(2);
    assertThat(server.seen()).extracting("method").containsExactly("GET", "POST");
  }

  @ParameterizedTest
  @EnumSource
  void whatIsAlwaysRefusedFails(Way way) {
    proxy.refuse();

    assertThatThrownBy(() -> send(way, post(), BodyHandlers.ofString()))
        .isInstanceOf(ConnectException.class);

    assertThat(breaker.snapshot().failures()).isEqualTo(3);
  }

  @ParameterizedTest
  @MethodSource("bodies")
  void aReaderSeesABodyBreakAndNothingIsSentAgain(Break fault, Way way) throws Exception {
    proxy.then(fault);

    HttpResponse<InputStream> response = send(way, get(), BodyHandlers.ofInputStream());
    try (InputStream body = response.body()) {
      assertThat(response.statusCode()).isEqualTo(200);
      assertThatThrownBy(body::readAllBytes).isInstanceOf(IOException.class);
    }

    assertThat(breaker.snapshot().failures()).isZero();
    assertThat(proxy.accepted()).isEqualTo(1);
  }
}
