package dev.recloser.cli.replay;

import static dev.recloser.cli.replay.RecordedOutcome.FAIL;
import static dev.recloser.cli.replay.RecordedOutcome.OK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessLogFormatTest {
  private static final String START = "127.0.0.1 - - [01/Jan/1970:00:01:40 +0000] ";
  private static final long STAMP = 100_000_000_000L;

  private final AccessLogFormat format = new AccessLogFormat(StatusSet.parse("5xx,429"));

  @Test
  void aLineIsWrittenWhenItsRequestEnds() throws Exception {
    assertThat(parse("\"GET / HTTP/1.1\" 200 722 \"-\" \"load\" rt=0.032 msec=99.963"))
        .isEqualTo(new RecordedCall(99_931_000_000L, 32_000_000, OK, 99_963_000_000L));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"GET / HTTP/1.1\" 200 722",
        "\"GET / HTTP/1.1\" 200 -",
        "\"GET / HTTP/1.1\" 200",
        "\"-\" 200 0 \"-\" \"Mozilla/5.0 (X11; \\\"quoted\\\") rt=9\"",
        "\"GET /a\\\"b\\\\ HTTP/1.1\" 200 5 \"-\" \"-\"",
        "\"\" 200 5 rt=- msec=-",
        "\"GET / HTTP/1.1\" 200 5 rt=1 \"last\""
      })
  void withoutTimesAtItsEndTheStampCountsAndTheCallTookNoTime(String rest) throws Exception {
    assertThat(parse(rest)).isEqualTo(new RecordedCall(STAMP, 0, OK, STAMP));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rt=1.5", "  rt=1.5  ", "msec=100.000 rt=1.5", "other rt=1.5 msec=100"})
  void theTimesMayComeInAnyOrderAndAlone(String end) throws Exception {
    assertThat(parse("\"GET / HTTP/1.1\" 200 722 " + end))
        .isEqualTo(new RecordedCall(98_500_000_000L, 1_500_000_000, OK, STAMP));
  }

  @ParameterizedTest
  @CsvSource({"200, OK", "404, OK", "428, OK", "429, FAIL", "499, OK", "500, FAIL", "599, FAIL"})
  void theStatusDecidesTheOutcome(int status, RecordedOutcome outcome) throws Exception {
    assertThat(parse("\"GET / HTTP/1.1\" " + status + " 0").outcome()).isEqualTo(outcome);
  }

  @Test
  void namesMayHoldSpacesAndBrackets() throws Exception {
    String line = "::1 - John [the] Doe [01/Jan/1970:00:01:40 +0000] \"GET / HTTP/1.1\" 503 0";

    assertThat(format.parse(Slice.of(line))).isEqualTo(new RecordedCall(STAMP, 0, FAIL, STAMP));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET / 200 5",
        "\"GET / HTTP/1.1 200 5",
        "\"GET / HTTP/1.1\\\" 200 5",
        "\"GET / HTTP/1.1\"",
        "\"GET / HTTP/1.1\" ",
        "\"GET / HTTP/1.1\" 20",
        "\"GET / HTTP/1.1\" 2000 5",
        "\"GET / HTTP/1.1\" abc 5",
        "\"GET / HTTP/1.1\"200 5",
        ""
      })
  void saysWhatIsExpectedOfALine(String rest) {
    assertThatThrownBy(() -> parse(rest))
        .isInstanceOf(BadLineException.class)
        .hasMessageStartingWith("expected an access log line, host ident user [day/Mon/year")
        .hasMessageContaining("but found \"127.0.0.1 - - [01/Jan");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
          rt=-1      | a duration must not be negative, but was -1000 ms
          rt=NaN     | rt must be a number, but was "NaN"
          msec=soon  | msec must be a number, but was "soon"
          msec=1e99  | msec is out of range: "1E+99"
          """)
  void saysWhatIsWrongWithATime(String end, String complaint) {
    assertThatThrownBy(() -> parse("\"GET / HTTP/1.1\" 200 5 " + end))
        .isInstanceOf(BadLineException.class)
        .hasMessage(complaint);
  }

  private RecordedCall parse(String rest) throws BadLineException {
    return format.parse(Slice.of(START + rest));
  }
}
