package dev.recloser.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingTest {
  private static final String NAME = "setting.test";

  @AfterEach
  void clear() {
    System.clearProperty(NAME);
  }

  @Test
  void isTheDefaultWhereNoneIsGiven() {
    assertThat(Setting.of(NAME, 1, 9, 7)).isEqualTo(7);
    assertThat(Setting.given(NAME, 1, 9)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "9"})
  void isWhatIsGiven(String value) {
    System.setProperty(NAME, value);

    assertThat(Setting.given(NAME, 1, 9)).hasValue(Long.parseLong(value));
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "", "0", "10", "1.5", "99999999999999999999"})
  void isRefusedUnlessItIsAWholeNumberWithinItsBounds(String value) {
    System.setProperty(NAME, value);

    assertThatThrownBy(() -> Setting.given(NAME, 1, 9))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("setting.test must be a whole number from 1 to 9, but was '" + value + "'");
  }
}
