package dev.recloser.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TurnsTest {

  @Test
  void goesRoundAndCounts() {
    Turns turns = new Turns(List.of(URI.create("http://a"), URI.create("http://b")));

    assertThat(IntStream.range(0, 3).mapToObj(i -> turns.get().uri().getHost()))
        .containsExactly("a", "b", "a");
    assertThat(turns.sentTo(0)).isEqualTo(2);
    assertThat(turns.sentTo(1)).isEqualTo(1);
  }
}
