package dev.recloser.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

class OptionValuesTest {

  @ParameterizedTest
  @CsvSource({
    "1ns, PT0.000000001S",
    "3us, PT0.000003S",
    "200ms, PT0.2S",
    "1.5s, PT1.5S",
    "10s, PT10S",
    "2m, PT2M",
    "1h, PT1H",
    "36500d, PT876000H",
    "0s, PT0S",
    "0.1ns, PT0S"
  })
  void aSpanIsANumberAndAUnit(String text, Duration expected) {
    assertThat(new Span().convert(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "10", "s", "-s", "1 s", "1.s", ".5s", "1e3s", "NaNs", "10sec", "1S", "10m30s"})
  void aSpanIsNothingElse(String text) {
    assertRefuses(new Span(), text, "must be a duration such as");
  }

  @Test
  void aSpanIsNotNegative() {
    assertRefuses(new Span(), "-1s", "must not be negative");
  }

  @ParameterizedTest
  @ValueSource(strings = {"36501d", "9999999999999999999h"})
  void aSpanHasALimit(String text) {
    assertRefuses(new Span(), text, "must be at most 876000h");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0s", "0.0h", "0.1ns"})
  void aPositiveSpanIsNotZero(String text) {
    assertRefuses(new Span.Positive(), text, "must be longer than zero");
  }

  @Test
  void aCountStartsAtOne() throws Exception {
    assertThat(new Count().convert("1")).isEqualTo(1);
    assertThat(new Count().convert("2147483647")).isEqualTo(Integer.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "1.5", "x", "", "2147483648"})
  void aCountIsNothingElse(String text) {
    assertRefuses(new Count(), text, "must be a whole number");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "0.5", "1e-3"})
  void aRateIsAFraction(String text) {
    assertThat(new Decimal.Rate().convert(text)).isEqualTo(Double.parseDouble(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-0.1", "1.0001", "50", "NaN", "Infinity", "half", ""})
  void aRateIsNothingElse(String text) {
    assertRefuses(new Decimal.Rate(), text, "must be a fraction above 0, at most 1");
  }

  @Test
  void aShareMayBeZeroAndAFactorMayBeOne() {
    assertThat(new Decimal.Share().convert("0")).isZero();
    assertThat(new Decimal.Factor().convert("1")).isEqualTo(1);
    assertRefuses(new Decimal.Share(), "1.1", "must be a fraction from 0 to 1");
    assertRefuses(new Decimal.Factor(), "0.9", "must be a number, at least 1");
    assertRefuses(new Decimal.Factor(), "1e999", "must be a number, at least 1");
  }

  private static void assertRefuses(ITypeConverter<?> type, String text, String rule) {
    assertThatThrownBy(() -> type.convert(text))
        .isInstanceOf(TypeConversionException.class)
        .hasMessageContaining(rule)
        .hasMessageEndingWith("but was \"" + text + "\"");
  }
}
