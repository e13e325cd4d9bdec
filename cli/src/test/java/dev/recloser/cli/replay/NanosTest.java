package dev.recloser.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NanosTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 1000000",
    "0.1, 100000",
    "5., 5000000",
    ".5, 500000",
    "-3, -3000000",
    "-0.25, -250000",
    "+7, 7000000",
    "1.0000015, 1000001",
    "0.00000099999, 0",
    "12345.678901234567890123, 12345678901",
    "1e3, 1000000000",
    "1.5E-2, 15000",
    "1e-999999999, 0",
    "0e999999999, 0",
    "1795998231063, 1795998231063000000",
    "4611686018427.387903, 4611686018427387903",
    "0000000000000000000000001, 1000000"
  })
  void millisecondsAreReadExactly(String text, long nanos) throws Exception {
    assertThat(Nanos.ofMillis("time_ms", Slice.of(text))).isEqualTo(nanos);
  }

  @ParameterizedTest
  @CsvSource({"0.032, 32000000", "1795998231.063, 1795998231063000000", "2, 2000000000"})
  void secondsAreReadExactly(String text, long nanos) throws Exception {
    assertThat(Nanos.ofSeconds("msec", Slice.of(text))).isEqualTo(nanos);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        ".",
        "NaN",
        "Infinity",
        "x",
        "1x",
        "1.x",
        "1.2.3",
        "--1",
        "0x1",
        "1 2",
        "e5"
      })
  void whatIsNoNumberIsSaidToBeNone(String text) {
    assertThatThrownBy(() -> Nanos.ofMillis("time_ms", Slice.of(text)))
        .isInstanceOf(BadLineException.class)
        .hasMessage("time_ms must be a number, but was \"" + text + "\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "4611686018427.387904",
        "-4611686018427.387904",
        "99999999999999999999",
        "1e999999999",
        "1795998231063000"
      })
  void whatDoesNotFitIsSaidToBeOutOfRange(String text) {
    assertThatThrownBy(() -> Nanos.ofMillis("time_ms", Slice.of(text)))
        .isInstanceOf(BadLineException.class)
        .hasMessageStartingWith("time_ms is out of range: ");
  }

  @RepeatedTest(20)
  void agreesWithArithmeticOfAnyPrecision(RepetitionInfo repetition) throws Exception {
    Random random = new Random(repetition.getCurrentRepetition());
    for (int i = 0; i < 1_000; i++) {
      BigDecimal value =
          new BigDecimal(new java.math.BigInteger(random.nextInt(62), random), random.nextInt(24));
      long expected =
          value.movePointRight(9).setScale(0, RoundingMode.DOWN).min(LIMIT).longValueExact();
      if (expected < Nanos.MAX) {
        assertThat(Nanos.ofSeconds("rt", Slice.of(value.toPlainString()))).isEqualTo(expected);
      }
    }
  }

  private static final BigDecimal LIMIT = BigDecimal.valueOf(Nanos.MAX);
}
