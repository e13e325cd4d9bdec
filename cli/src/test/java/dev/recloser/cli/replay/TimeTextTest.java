package dev.recloser.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeTextTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "20210000000, 20210",
    "250000, 0.25",
    "-1500000, -1.5",
    "1, 0.000001",
    "1000500000, 1000.5"
  })
  void millisecondsAreExact(long nanos, String text) {
    assertThat(TimeText.millis(nanos)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"0|0.000 s", "20210999999|20.210 s", "5000000000000|5,000.000 s"})
  void secondsHaveThreeDecimals(long nanos, String text) {
    assertThat(TimeText.seconds(nanos)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 ms",
    "999999999, 999 ms",
    "1000000000, 1.0 s",
    "599900000000, 599.9 s",
    "600000000000, 10 min",
    "7500000000000, 2 h 5 min"
  })
  void aSpanHasTheUnitThatSuitsIt(long nanos, String text) {
    assertThat(TimeText.span(nanos)).isEqualTo(text);
  }
}
