package dev.recloser.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpansTest {

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0ms",
    "PT0.25S, 250ms",
    "PT1.5S, 1500ms",
    "PT10S, 10s",
    "PT1M30S, 1m30s",
    "PT1H, 1h",
    "PT49H0M1S, 49h1s",
    "PT0.0015S, 1500us",
    "PT9.999999999S, 9999999999ns",
    "PT-2S, -2s",
    "PT2562047788015215H30M7.999999999S, PT2562047788015215H30M7.999999999S",
    "PT-2562047788015215H-30M-8S, PT-2562047788015215H-30M-8S"
  })
  void aSpanIsWrittenShortAndExact(Duration span, String text) {
    assertThat(Spans.text(span)).isEqualTo(text);
  }
}
