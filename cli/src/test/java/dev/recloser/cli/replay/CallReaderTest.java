package dev.recloser.cli.replay;

import static dev.recloser.cli.replay.RecordedOutcome.FAIL;
import static dev.recloser.cli.replay.RecordedOutcome.IGNORED;
import static dev.recloser.cli.replay.RecordedOutcome.OK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CallReaderTest {

  @Test
  void readsCsvWithAndWithoutDurations() throws Exception {
    assertThat(calls("0,ok\n 5.5 , fail , 20 \n7,ignored,\n"))
        .containsExactly(
            new RecordedCall(0, 0, OK, 0),
            new RecordedCall(5_500_000, 20_000_000, FAIL, 5_500_000),
            new RecordedCall(7_000_000, 0, IGNORED, 7_000_000));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "time_ms,outcome\n0,ok",
        "# made by hand\n\n  \ntime_ms, outcome, duration_ms\r\n0,ok\r\n"
      })
  void passesOverHeaderCommentsAndBlankLines(String text) throws Exception {
    assertThat(calls(text)).containsExactly(new RecordedCall(0, 0, OK, 0));
  }

  @Test
  void knowsJsonByItsFirstLine() throws Exception {
    assertThat(calls("# a comment\n{\"time_ms\":1,\"outcome\":\"ok\"}\n"))
        .containsExactly(new RecordedCall(1_000_000, 0, OK, 1_000_000));
  }

  @Test
  void knowsAnAccessLogByItsFirstLine() throws Exception {
    assertThat(calls("h - - [01/Jan/1970:00:00:01 +0000] \"GET / HTTP/1.1\" 200 1\n"))
        .containsExactly(new RecordedCall(1_000_000_000, 0, OK, 1_000_000_000));
  }

  @ParameterizedTest
  @ValueSource(strings = {"hello", "[1,2]", "<xml/>", "NaN,ok", "ok,1", ",", "\u0000\u0001,\u0002"})
  void saysWhatIsExpectedOfAFirstLineOfNoFormat(String text) {
    assertThatThrownBy(() -> calls(text))
        .isInstanceOf(BadLineException.class)
        .hasMessageStartingWith(
            "expected CSV (time_ms,outcome[,duration_ms]), JSON lines or an access log, but found ");
  }

  @Test
  void holdsLaterLinesToTheFormatOfTheFirst() {
    assertThatThrownBy(() -> calls("0,ok\n{\"time_ms\":1,\"outcome\":\"ok\"}\n"))
        .isInstanceOf(BadLineException.class)
        .hasMessageStartingWith("time_ms must be a number, but was \"{");
    assertThatThrownBy(() -> calls("0,ok\ntime_ms,outcome\n"))
        .hasMessage("time_ms must be a number, but was \"time_ms\"");
  }

  @Test
  void findsNoCallWhereThereIsNone() throws Exception {
    assertThat(calls("")).isEmpty();
    assertThat(calls("\n# nothing\n")).isEmpty();
    assertThat(calls("time_ms,outcome\n")).isEmpty();
  }

  private static List<RecordedCall> calls(String text) throws Exception {
    CallReader reader = new CallReader(
        new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), StatusSet.parse("5xx"));
    List<RecordedCall> calls = new ArrayList<>();
    for (RecordedCall call = reader.next(); call != null; call = reader.next()) {
      calls.add(call);
    }
    return calls;
  }
}
