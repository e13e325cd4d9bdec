package dev.recloser.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each check names the argument, the rule and the value. */
class ArgumentTest {

  @Test
  void whatKeepsTheRuleComesBack() {
    assertThat(Argument.notNull("name", "x")).isEqualTo("x");
    assertThat(Argument.notBlank("name", " x ")).isEqualTo(" x ");
    assertThat(Argument.atLeast(1, "count", 1)).isEqualTo(1);
    assertThat(Argument.rate("rate", Double.MIN_VALUE)).isEqualTo(Double.MIN_VALUE);
    assertThat(Argument.rate("rate", 1)).isEqualTo(1);
    assertThat(Argument.share("share", 0)).isEqualTo(0);
    assertThat(Argument.share("share", 1)).isEqualTo(1);
    assertThat(Argument.positive("wait", Duration.ofNanos(1))).isEqualTo(Duration.ofNanos(1));
    assertThat(Argument.notNegative("wait", Duration.ZERO)).isEqualTo(Duration.ZERO);
    assertThat(Argument.noneNull("types", new String[] {"a", "b"})).containsExactly("a", "b");
    Argument.require(true, "count", "must be even", 2);
  }

  @Test
  void nullsAreRefused() {
    refuses(() -> Argument.notNull("name", null), "name must not be null, but was null");
    refuses(() -> Argument.notBlank("name", null), "name must not be null, but was null");
    refuses(() -> Argument.positive("wait", null), "wait must not be null, but was null");
    refuses(() -> Argument.notNegative("wait", null), "wait must not be null, but was null");
    refuses(() -> Argument.noneNull("types", null), "types must not be null, but was null");
    refuses(() -> withANull("a", null), "types must not be null, but was null");
  }

  @Test
  void blankTextIsRefused() {
    refuses(() -> Argument.notBlank("name", ""), "name must not be blank, but was \"\"");
    refuses(() -> Argument.notBlank("name", " \t"), "name must not be blank, but was \" \t\"");
  }

  @Test
  void numbersOutOfRangeAreRefused() {
    refuses(() -> Argument.atLeast(1, "count", 0), "count must be at least 1, but was 0");
    refuses(() -> Argument.rate("rate", 0), "rate must be in (0, 1], but was 0.0");
    refuses(() -> Argument.rate("rate", 1.1), "rate must be in (0, 1], but was 1.1");
    refuses(() -> Argument.rate("rate", Double.NaN), "rate must be in (0, 1], but was NaN");
    refuses(() -> Argument.share("share", -0.1), "share must be in [0, 1], but was -0.1");
    refuses(
        () -> Argument.share("share", Math.nextUp(1.0)),
        "share must be in [0, 1], but was 1.0000000000000002");
    refuses(() -> Argument.share("share", Double.NaN), "share must be in [0, 1], but was NaN");
  }

  @Test
  void durationsOutOfRangeAreRefused() {
    refuses(() -> Argument.positive("wait", Duration.ZERO), "wait must be positive, but was PT0S");
    refuses(
        () -> Argument.positive("wait", Duration.ofSeconds(-1)),
        "wait must be positive, but was PT-1S");
    refuses(
        () -> Argument.notNegative("wait", Duration.ofNanos(-1)),
        "wait must not be negative, but was PT-0.000000001S");
  }

  @Test
  void aRuleOfOnesOwnIsRefusedInTheSameWords() {
    refuses(
        () -> Argument.require(false, "count", "must be even", 3), "count must be even, but was 3");
  }

  @SuppressWarnings("NullAway") // That is what is tested.
  private static void withANull(@Nullable String... types) {
    Argument.noneNull("types", types);
  }

  private static void refuses(ThrowingCallable check, String message) {
    assertThatIllegalArgumentException().isThrownBy(check).withMessage(message);
  }
}
