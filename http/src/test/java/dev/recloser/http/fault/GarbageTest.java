package dev.recloser.http.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.http.Way;
import java.io.IOException;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Answers that are no HTTP. The client of the JDK (17 and 25) forgets to close a connection on which it gets one. */
class GarbageTest extends ProxyFixture {

  @ParameterizedTest
  @EnumSource
  void aGetIsSentAgainAndEndsWell(Way way) throws Exception {
    leaves(2);
    proxy.then(Fault.GARBAGE).then(Fault.GARBAGE);

    assertThat(send(way, get(), BodyHandlers.ofString()).body()).isEqualTo("all of the body");

    assertThat(breaker.snapshot().failures()).isEqualTo(2);
    assertThat(proxy.accepted()).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource
  void aPostIsNot(Way way) {
    leaves(1);
    proxy.then(Fault.GARBAGE);

    assertThatThrownBy(() -> send(way, post(), BodyHandlers.ofString()))
        .isInstanceOf(IOException.class);

    assertThat(breaker.snapshot().failures()).isEqualTo(1);
    assertThat(proxy.accepted()).isEqualTo(1);
  }
}
