package dev.recloser.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatusSetTest {

  @Test
  void holdsCodesRangesAndHundreds() {
    StatusSet set = StatusSet.parse("429, 500-502,4xx");

    assertThat(IntStream.range(0, 1000).filter(set::contains))
        .containsExactlyElementsOf(
            IntStream.concat(IntStream.range(400, 500), IntStream.of(500, 501, 502))
                .boxed()
                .toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5xx,", "50", "5000", "-1", "504-500", "5x", "abc", "500-", "0xx"})
  void isNothingElse(String text) {
    assertThatThrownBy(() -> StatusSet.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must be codes such as 5xx, 429 or 500-504");
  }
}
