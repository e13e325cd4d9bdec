package dev.recloser.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class AsyncScriptTest {
  private final ManualTimeSource time = new ManualTimeSource();

  @Test
  void eachLetterEndsAStageInItsWay() {
    Script<String> script = Script.of("S F X T N");

    assertThat(script.getAsync()).isCompletedWithValue("S1");
    assertThat(script.getAsync()).isCompletedExceptionally();
    assertThat(script.getAsync()).isCompletedExceptionally();
    assertThatIllegalStateException().isThrownBy(script::getAsync).withMessage("T4");
    assertThat(script.getAsync()).isNull();
    assertThat(script.running()).isZero();
    assertThat(script.mostAtOnce()).isEqualTo(1);
  }

  @Test
  void policiesTakeWhatATaskShouldNotDo() {
    CircuitBreaker breaker = CircuitBreaker.ofDefaults("test");
    Script<String> script = Script.of("T N");

    assertThat(breaker.callAsync(script::getAsync)).isCompletedExceptionally();
    assertThat(breaker.callAsync(script::getAsync)).isCompletedExceptionally();
    assertThat(breaker.callAsync(script::getAsync)).isCompletedExceptionally();
    assertThat(script.runsTooMany()).isEqualTo(1);
    assertThat(breaker.snapshot().failures()).isEqualTo(2);
    assertThat(breaker.snapshot().ignored()).isEqualTo(1);
  }

  @Test
  void aStageTakesItsTimeAndBlocksNobody() {
    Script<String> script = Script.of("S~2s F~3s", time);

    CompletableFuture<String> first = script.getAsync();
    CompletableFuture<String> second = script.getAsync();
    assertThat(time.elapsed()).isZero();
    assertThat(script.running()).isEqualTo(2);
    time.advance(Duration.ofSeconds(2));
    assertThat(first).isCompletedWithValue("S1");
    assertThat(second).isNotDone();
    time.advance(Duration.ofSeconds(1));

    assertThat(second)
        .failsWithin(Duration.ZERO)
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(IOException.class);
    assertThat(script.running()).isZero();
    assertThat(script.mostAtOnce()).isEqualTo(2);
  }

  @Test
  void aCancelledStageLeavesNothingBehind() {
    Script<String> script = Script.of("S~2s H", time);

    script.getAsync().cancel(true);
    script.getAsync().cancel(true);

    assertThat(time.pendingTimers()).isZero();
    assertThat(script.running()).isZero();
    assertThat(script.hanging()).isZero();
  }

  @Test
  void hangingStagesEndInOrderWhenTold() {
    Script<String> script = Script.of("H H H H");
    CompletableFuture<String> first = script.getAsync();
    CompletableFuture<String> second = script.getAsync();
    CompletableFuture<String> third = script.getAsync();
    CompletableFuture<String> fourth = script.getAsync();

    script.succeed("a");
    assertThat(first).isCompletedWithValue("a");
    script.fail(new IOException("b"));
    assertThat(second).isCompletedExceptionally();
    assertThat(third).isNotDone();
    assertThat(script.hanging()).isEqualTo(2);
    script.release("c");
    assertThat(third).isCompletedWithValue("c");
    assertThat(fourth).isCompletedWithValue("c");
    assertThat(script.hanging()).isZero();
    assertThatThrownBy(() -> script.succeed("d"))
        .isInstanceOf(AssertionError.class)
        .hasMessage("no run hangs of Script[H H H H], after 4 runs");
  }

  @Test
  void aStageHangsOnceItsTimeHasPassed() {
    Script<String> script = Script.of("H~1s", time);
    CompletableFuture<String> stage = script.getAsync();

    assertThat(script.hanging()).isZero();
    time.advance(Duration.ofSeconds(1));
    script.succeed("late");
    assertThat(stage).isCompletedWithValue("late");
  }
}
