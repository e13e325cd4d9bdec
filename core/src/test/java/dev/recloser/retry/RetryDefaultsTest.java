package dev.recloser.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.recloser.Backoff;
import dev.recloser.RetryBudget;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class RetryDefaultsTest {
  private static final RandomGenerator LOWEST = () -> 0;
  private static final RandomGenerator MIDDLE = () -> Long.MIN_VALUE;
  private static final RandomGenerator HIGHEST = () -> -1;

  private final ManualTimeSource time = new ManualTimeSource();

  // S004-8, S004-26
  @Test
  void makesThreeAttemptsAndThrowsTheLastExceptionItself() {
    IOException third = new IOException("third");
    Script task = new Script(time, new IOException(), new IOException(), third);

    Throwable thrown = catchThrowable(() -> retry(MIDDLE).call(task));

    assertThat(thrown).isSameAs(third);
    assertThat(task.runs()).isEqualTo(3);
  }

  // S004-9, S004-11, S004-31
  @Test
  void waitsTwoHundredThenFourHundredMillisecondsJitteredByAFifth() {
    assertThat(startsOfAttempts(LOWEST)).containsExactly(millis(0), millis(160), millis(480));
    assertThat(startsOfAttempts(MIDDLE)).containsExactly(millis(0), millis(200), millis(600));
    assertThat(startsOfAttempts(HIGHEST)).containsExactly(millis(0), millis(240), millis(720));
  }

  // S004-10, S004-20
  @Test
  void theBackoffIsCappedAtTenSeconds() {
    Backoff backoff = RetryConfig.ofDefaults().backoff();

    assertThat(backoff.delay(6, Duration.ZERO, MIDDLE)).isEqualTo(millis(6_400));
    assertThat(backoff.delay(7, Duration.ZERO, MIDDLE)).isEqualTo(millis(10_000));
    assertThat(backoff.delay(7, Duration.ZERO, HIGHEST)).isEqualTo(millis(12_000));
  }

  @Test
  void hasABudgetOfItsOwnAndNoLimitOfTime() {
    Retry one = Retry.ofDefaults("one");
    Retry other = Retry.ofDefaults("other");

    assertThat(one.budget()).isNotSameAs(other.budget());
    assertThat(one.budget().available()).isEqualTo(100);
    assertThat(one.config().budget()).isEmpty();
    assertThat(one.config().maxDuration()).isEmpty();
    assertThat(one.config().retryAfterCap()).isEqualTo(Duration.ofMinutes(1));
    assertThat(one.config()).isSameAs(RetryConfig.ofDefaults());
  }

  // S004-13, S004-17, E32
  @Test
  void returnsTheValueOfATaskThatSucceedsAtOnceAndTellsNobody() {
    Retry retry = retry(MIDDLE);
    List<RetryEvent> events = new ArrayList<>();
    retry.onEvent(events::add);

    assertThat(retry.call(() -> "value")).isEqualTo("value");
    assertThat(time.elapsed()).isZero();
    assertThat(events).isEmpty();
  }

  // S004-3
  @Test
  void takesACallableOrARunnableThatIsHeldInAVariable() throws Exception {
    Callable<String> callable = () -> "value";
    List<String> ran = new ArrayList<>();
    Runnable runnable = () -> ran.add("ran");

    assertThat(retry(MIDDLE).call(callable::call)).isEqualTo("value");
    retry(MIDDLE).run(runnable::run);
    assertThat(ran).containsExactly("ran");
  }

  // S004-18
  @Test
  void runsATaskWithoutAResultUntilItSucceeds() throws IOException {
    int[] runs = {0};

    retry(MIDDLE).run(() -> {
      if (++runs[0] < 3) {
        throw new IOException();
      }
    });

    assertThat(runs[0]).isEqualTo(3);
  }

  // S004-14, S004-15
  @Test
  void aSettingThatIsChangedLeavesTheOthersAlone() {
    RetryConfig defaults = RetryConfig.ofDefaults();
    RetryConfig config = RetryConfig.builder().maxAttempts(5).build();

    assertThat(config.maxAttempts()).isEqualTo(5);
    assertThat(config.toBuilder().maxAttempts(3).build()).isEqualTo(defaults);
    Retry all = Retry.builder("inventory")
        .maxAttempts(5)
        .backoff(Backoff.exponential(millis(100), 2.0, millis(2000)).withJitter(0.3))
        .retryOn(IOException.class)
        .build();
    assertThat(all)
        .hasToString("Retry[inventory, maxAttempts=5, backoff="
            + "exponential(PT0.1S, x2.0, cap PT2S) jittered [0.7, 1.3)]");
  }

  // S004-32
  @Test
  void withoutABudgetEachTaskGetsItsAttemptsWhateverOthersDid() {
    Retry retry = Retry.builder("r")
        .backoff(Backoff.none())
        .budget(RetryBudget.unlimited())
        .timeSource(time)
        .build();

    assertThat(runsOfAThousandFailingCalls(retry)).isEqualTo(3_000);
  }

  // S004-32
  @Test
  void withTheDefaultBudgetFewerAreMadeAndEachCallerStillGetsTheTasksOwnException() {
    Retry retry = Retry.builder("r").backoff(Backoff.none()).timeSource(time).build();

    // The hundred that it starts with, and a fifth of all calls but the first, whose deposit finds
    // it full.
    assertThat(runsOfAThousandFailingCalls(retry)).isEqualTo(1_000 + 100 + 199);
  }

  private int runsOfAThousandFailingCalls(Retry retry) {
    int runs = 0;
    for (int i = 0; i < 1_000; i++) {
      IOException failure = new IOException();
      Script task = new Script(time, failure);
      assertThat(catchThrowable(() -> retry.call(task))).isSameAs(failure);
      runs += task.runs();
    }
    assertThat(time.elapsed()).isZero();
    return runs;
  }

  private List<Duration> startsOfAttempts(RandomGenerator random) {
    Script task = new Script(time, new IOException());
    assertThat(catchThrowable(() -> retry(random).call(task))).isInstanceOf(IOException.class);
    return task.startedAt;
  }

  private Retry retry(RandomGenerator random) {
    return Retry.builder("r").timeSource(time).random(random).build();
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }
}
