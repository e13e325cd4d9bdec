package dev.recloser.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonFormatTest {
  private final JsonFormat format = new JsonFormat();

  @Test
  void fieldsComeInAnyOrderAndUnknownOnesArePassedOver() throws Exception {
    String line =
        "{\"duration_ms\":2.5,\"tags\":[{\"time_ms\":9}],\"outcome\":\"fail\",\"time_ms\":1795998231063}";

    assertThat(format.parse(Slice.of(line)))
        .isEqualTo(new RecordedCall(
            1_795_998_231_063_000_000L,
            2_500_000,
            RecordedOutcome.FAIL,
            1_795_998_231_063_000_000L));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"time_ms\":1000,\"outcome\":\"ok\"}",
        "{\"time_ms\":1e3,\"outcome\":\"ok\",\"duration_ms\":null}",
        " { \"time_ms\" : 1000.0, \"outcome\" : \"ok\", \"duration_ms\" : 0 } "
      })
  void theDurationMayBeLeftOut(String line) throws Exception {
    assertThat(format.parse(Slice.of(line)))
        .isEqualTo(new RecordedCall(1_000_000_000, 0, RecordedOutcome.OK, 1_000_000_000));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
          {"outcome":"ok"}                                 | time_ms is missing in
          {"time_ms":1}                                    | outcome is missing in
          {"time_ms":"1","outcome":"ok"}                   | time_ms must be a number, but was "1"
          {"time_ms":null,"outcome":"ok"}                  | time_ms must be a number, but was "null"
          {"time_ms":[1],"outcome":"ok"}                   | time_ms must be a number, but was [
          {"time_ms":1,"outcome":true}                     | outcome must be a string, but was "true"
          {"time_ms":1,"outcome":"good"}                   | outcome must be ok, fail or ignored, but was "good"
          {"time_ms":1,"outcome":"ok","duration_ms":-1}    | a duration must not be negative, but was -1 ms
          {"time_ms":1e999999999,"outcome":"ok"}           | time_ms is out of range
          {"time_ms":NaN,"outcome":"ok"}                   | but this is not valid JSON
          {"time_ms":1,"time_ms":2,"outcome":"ok"}         | but this is not valid JSON
          {"time_ms":1,"outcome":"ok"                      | but this is not valid JSON
          {"time_ms":1,"outcome":"ok"}}                    | but this is not valid JSON
          {"time_ms":1,"outcome":"ok"}{"time_ms":2}        | expected one JSON object a line
          [1]                                              | but found "[1]"
          """)
  void saysWhatIsWrongWithALine(String line, String complaint) {
    assertThatThrownBy(() -> format.parse(Slice.of(line)))
        .isInstanceOf(BadLineException.class)
        .hasMessageContaining(complaint);
  }
}
