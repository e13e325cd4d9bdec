package dev.recloser.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvFormatTest {
  private final CsvFormat format = new CsvFormat();

  @Test
  void theTimeIsTheStart() throws Exception {
    assertThat(format.parse(Slice.of("1000,fail,250")))
        .isEqualTo(
            new RecordedCall(1_000_000_000, 250_000_000, RecordedOutcome.FAIL, 1_000_000_000));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
          0            | expected time_ms,outcome[,duration_ms], but found "0"
          0,ok,1,2     | expected time_ms,outcome[,duration_ms], but found "0,ok,1,2"
          x,ok         | time_ms must be a number, but was "x"
          ,ok          | time_ms must be a number, but was ""
          0,           | outcome must be ok, fail or ignored, but was ""
          0,OK         | outcome must be ok, fail or ignored, but was "OK"
          0,okay       | outcome must be ok, fail or ignored, but was "okay"
          0,ok,-1.5    | a duration must not be negative, but was -1.5 ms
          0,ok,NaN     | duration_ms must be a number, but was "NaN"
          0,ok,1e99    | duration_ms is out of range: "1E+99"
          4e12,ok,4e12 | the call's time and duration together are out of range
          """)
  void saysWhatIsWrongWithALine(String line, String complaint) {
    assertThatThrownBy(() -> format.parse(Slice.of(line)))
        .isInstanceOf(BadLineException.class)
        .hasMessage(complaint);
  }

  @Test
  void quotesNoMoreOfALineThanAPersonReads() {
    assertThatThrownBy(() -> format.parse(Slice.of("\u001b[31m" + "x".repeat(500))))
        .hasMessageEndingWith("but found \"\\x1b[31m" + "x".repeat(55) + "…\"");
  }
}
