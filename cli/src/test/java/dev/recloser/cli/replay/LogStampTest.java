package dev.recloser.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogStampTest {

  @ParameterizedTest
  @CsvSource({
    "01/Jan/1970:00:00:00 +0000, 0",
    "01/Jan/1970:02:00:00 +0200, 0",
    "31/Dec/1969:18:30:00 -0530, 0",
    "29/Feb/2024:12:00:00 +0000, 1709208000",
    "30/Nov/2026:00:23:51 +0000, 1795998231",
    "31/Dec/2016:23:59:60 +0000, 1483228800"
  })
  void countsSecondsSinceTheEpoch(String text, long seconds) throws Exception {
    assertThat(LogStamp.parse(Slice.of(text))).isEqualTo(seconds * 1_000_000_000);
  }

  @Test
  void agreesWithTheCalendarOfTheJdk() throws Exception {
    Random random = new Random(7);
    DateTimeFormatter format =
        DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ENGLISH);
    for (int i = 0; i < 1_000; i++) {
      long seconds = random.nextLong(4_000_000_000L);
      ZoneOffset zone = ZoneOffset.ofTotalSeconds((random.nextInt(97) - 48) * 900);
      ZonedDateTime time = java.time.Instant.ofEpochSecond(seconds).atZone(zone);

      assertThat(LogStamp.parse(Slice.of(time.format(format)))).isEqualTo(seconds * 1_000_000_000);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "30/Nov/2026:00:23:51",
        "30-Nov-2026:00:23:51 +0000",
        "30/nov/2026:00:23:51 +0000",
        "30/anF/2026:00:23:51 +0000",
        "31/Nov/2026:00:23:51 +0000",
        "29/Feb/2026:00:23:51 +0000",
        "00/Nov/2026:00:23:51 +0000",
        "30/Nov/2026:24:23:51 +0000",
        "30/Nov/2026:00:60:51 +0000",
        "30/Nov/2026:00:23:61 +0000",
        "30/Nov/9999:00:23:51 +0000",
        "30/Nov/2026:00:23:51 00000"
      })
  void saysWhatATimeLooksLike(String text) {
    assertThatThrownBy(() -> LogStamp.parse(Slice.of(text)))
        .isInstanceOf(BadLineException.class)
        .hasMessage(
            "expected a time such as 30/Nov/2026:00:23:51 +0000, but found \"" + text + "\"");
  }
}
