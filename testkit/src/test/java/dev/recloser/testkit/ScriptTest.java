package dev.recloser.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.RejectedException;
import dev.recloser.TimeoutExceededException;
import dev.recloser.retry.Retry;
import dev.recloser.time.ManualTimeSource;
import dev.recloser.timeout.Timeout;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptTest {
  private final ManualTimeSource time = new ManualTimeSource();

  @Test
  void eachLetterEndsARunInItsWay() throws Exception {
    Script<String> script = Script.of("S F X R I T N");

    assertThat(script.get()).isEqualTo("S1");
    assertThatThrownBy(script::get).isInstanceOf(IOException.class).hasMessage("F2");
    assertThatThrownBy(script::get).isExactlyInstanceOf(Error.class).hasMessage("X3");
    assertThatThrownBy(script::get).isInstanceOf(RejectedException.class).hasMessage("R4");
    assertThatThrownBy(script::get).isInstanceOf(InterruptedException.class);
    assertThatIllegalStateException().isThrownBy(script::get).withMessage("T6");
    assertThat(script.get()).isNull();
    assertThat(script.runs()).isEqualTo(7);
    assertThat(script.last()).hasValue("N7");
    assertThat(script.linesLeft()).isZero();
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void lettersNeedNoSpaceAndMayBeRepeatedOrSaySomethingElse() throws Exception {
    Script<String> script = Script.of("S(7 pieces)F(down)*2 S*");

    assertThat(script.get()).isEqualTo("7 pieces");
    assertThatThrownBy(script::get).hasMessage("down");
    assertThatThrownBy(script::get).hasMessage("down");
    for (int run = 4; run < 10; run++) {
      assertThat(script.get()).isEqualTo("S" + run);
    }
    assertThat(script.runsTooMany()).isZero();
    assertThat(script).hasToString("Script[S F F S*]");
  }

  @Test
  void aRunTakesItsTime() throws Exception {
    Script<String> script = Script.of("S~200ms F~2s S~1m S", time);

    assertThat(script.get()).isEqualTo("S1");
    assertThat(time.elapsed()).isEqualTo(Duration.ofMillis(200));
    assertThatThrownBy(script::get).isInstanceOf(IOException.class);
    assertThat(time.elapsed()).isEqualTo(Duration.ofMillis(2200));
    assertThat(script.get()).isEqualTo("S3");
    assertThat(script.get()).isEqualTo("S4");
    assertThat(time.elapsed()).isEqualTo(Duration.ofMillis(62_200));
  }

  @Test
  void aRunThatTakesTooLongIsInterruptedInOneThread() {
    Timeout timeout =
        Timeout.builder("test").limit(Duration.ofSeconds(1)).timeSource(time).build();
    Script<String> script = Script.of("S~2s", time);

    assertThatThrownBy(() -> timeout.call(script)).isInstanceOf(TimeoutExceededException.class);

    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(1));
    assertThat(time.pendingTimers()).isZero();
    assertThat(script.running()).isZero();
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void aRunTooManyIsAnErrorThatPoliciesLetPass() {
    Retry retry = Retry.builder("test").maxAttempts(5).timeSource(time).build();
    Script<String> script = Script.of("F F");

    assertThatThrownBy(() -> retry.call(script))
        .isInstanceOf(AssertionError.class)
        .hasMessage("run 3 of Script[F F], which has 2 lines");
    assertThat(script.runsTooMany()).isEqualTo(1);
    assertThat(script.running()).isZero();
  }

  @Test
  void aScriptCanBeBuiltLineByLine() throws Exception {
    IOException same = new IOException("the same object");
    Script<Integer> script = Script.<Integer>builder()
        .fails(same)
        .times(2)
        .fails(IllegalStateException::new)
        .takes(Duration.ofSeconds(1))
        .interruptsAndReturns(6)
        .returns(7)
        .forEver()
        .timeSource(time)
        .build();

    assertThat(script).hasToString("Script[F F F~1s S S*]");
    assertThatThrownBy(script::get).isSameAs(same);
    assertThatThrownBy(script::get).isSameAs(same);
    assertThatIllegalStateException().isThrownBy(script::get);
    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(1));
    assertThat(script.get()).isEqualTo(6);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(script.linesLeft()).isEqualTo(1);
    assertThat(script.get()).isEqualTo(7);
    assertThat(script.get()).isEqualTo(7);
    assertThat(script.linesLeft()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Q", "S~2", "S~2d", "S(open", "F *", "S~-1s", "s"})
  void textThatIsNoScriptIsRefused(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Script.of(text, time))
        .withMessageStartingWith("script must be lines such as S")
        .withMessageContaining('"' + text + '"');
  }

  @Test
  void aScriptThatCannotBePlayedIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Script.of(" "))
        .withMessage("script must not be blank, but was \" \"");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Script.builder().build())
        .withMessage("script must have a line, but was empty");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Script.of("S F~2s"))
        .withMessage("script must have a time source, but was F~2s");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Script.of("S* F"))
        .withMessage("script must end with the line that is for ever, but was F");
  }

  @Test
  void aLineThatIsPlayedTooOftenIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Script.of("S*0"))
        .withMessage("script must play a line from 1 to 1000000 times, but was S*0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Script.of("S F*1000001"))
        .withMessage("script must play a line from 1 to 1000000 times, but was F*1000001");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Script.builder().hangs().times(0))
        .withMessage("count must be at least 1, but was 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Script.builder().hangs().times(Integer.MAX_VALUE))
        .withMessage("count must be at most 1000000, but was 2147483647");
  }

  @Test
  @SuppressWarnings("NullAway") // Callers that do not check may pass it.
  void aSupplierThatMakesNoFailureIsNamed() {
    Script<String> script = Script.<String>builder().fails(() -> null).build();

    assertThatIllegalArgumentException()
        .isThrownBy(script::get)
        .withMessage("failure must not be null, but was null");
  }
}
