package dev.recloser.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class RepeatsTest {

  @Test
  void whatFindsNoServerIsUnsent() {
    assertThat(isUnsent(new ConnectException())).isTrue();
    assertThat(isUnsent(new UnknownHostException())).isTrue();
    assertThat(isUnsent(new IOException(new ConnectException()))).isTrue();
    assertThat(isUnsent(new IOException("reset"))).isFalse();
  }

  @Test
  void whatTheClientHasTriedBeforeCountsToo() {
    ConnectException atEachAddress = new ConnectException();
    atEachAddress.addSuppressed(new ConnectException());
    ConnectException afterAReset = new ConnectException();
    afterAReset.addSuppressed(new IOException("reset"));

    assertThat(isUnsent(atEachAddress)).isTrue();
    assertThat(isUnsent(afterAReset)).isFalse();
  }

  private static boolean isUnsent(Throwable failure) {
    return Repeats.isUnsent(JdkDialect.INSTANCE, failure);
  }
}
