package dev.recloser.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import org.junit.jupiter.api.Test;

class PerHostTest {

  @Test
  void eachHostHasOneAndThosePastTheMostShareOne() {
    PerHost<String> names = new PerHost<>(host -> host);
    for (int i = 0; i < PerHost.MOST; i++) {
      assertThat(names.apply(URI.create("http://host" + i))).isEqualTo("host" + i + ":80");
    }

    assertThat(names.apply(URI.create("http://one-more"))).isEqualTo(PerHost.ALL_OTHERS);
    assertThat(names.apply(URI.create("http://another"))).isEqualTo(PerHost.ALL_OTHERS);
    assertThat(names.apply(URI.create("http://host7/path"))).isEqualTo("host7:80");
  }

  @Test
  @SuppressWarnings("NullAway") // It is what is tested.
  void aMakerMustMakeSomething() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PerHost<String>(host -> null).apply(URI.create("http://host")))
        .withMessage("what the maker returns must not be null, but was null");
  }
}
