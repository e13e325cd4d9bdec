package dev.recloser.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.recloser.Backoff;
import dev.recloser.ForwardingTime;
import dev.recloser.RetryBudget;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What ends a retry besides the number of attempts: time, the backoff and the budget. */
class RetryLimitsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualTimeSource time = new ManualTimeSource();
  private final IOException failure = new IOException();

  @Nested
  class MaxDuration {

    @Test
    void anAttemptStartsANanosecondBeforeItsEndAndNoneAtItsEnd() {
      Retry.Builder builder = builder().maxAttempts(10);

      assertThat(starts(builder.maxDuration(SECOND.multipliedBy(2).plusNanos(1)), failure))
          .containsExactly(Duration.ZERO, SECOND, SECOND.multipliedBy(2));
      assertThat(starts(builder.maxDuration(SECOND.multipliedBy(2)), failure))
          .containsExactly(Duration.ZERO, SECOND);
    }

    @Test
    void aWaitThatCannotEndInTimeIsNotBegun() {
      Duration before = time.elapsed();

      starts(builder().maxDuration(SECOND), failure);

      assertThat(time.elapsed()).isEqualTo(before);
    }

    @Test
    void theTimeOfTheAttemptsCountsToo() {
      Retry retry =
          builder().maxAttempts(10).maxDuration(SECOND.multipliedBy(4)).build();
      int[] runs = {0};

      assertThat(catchThrowable(() -> retry.run(() -> {
            runs[0]++;
            time.sleep(Duration.ofMillis(600));
            throw failure;
          })))
          .isSameAs(failure);

      // 0 to 0.6, 1.6 to 2.2, 3.2 to 3.8 s; another one would start at 4.8 s.
      assertThat(runs[0]).isEqualTo(3);
    }

    @Test
    void anAttemptThatTheWaitMadeLateIsNotStarted() {
      IOException first = new IOException("first");
      IOException second = new IOException("second");
      Script task = new Script(time, first, second);
      List<RetryEvent.Reason> reasons = new ArrayList<>();
      Retry retry =
          builder().maxAttempts(10).maxDuration(SECOND.multipliedBy(4)).build();
      retry.on(RetryEvent.GaveUp.class, event -> reasons.add(event.reason()));
      // Somebody holds the thread up from 2 s on.
      time.schedule(SECOND.plusMillis(500), () -> time.advance(SECOND.multipliedBy(3)));

      assertThat(catchThrowable(() -> retry.call(task))).isSameAs(second);

      assertThat(task.runs()).isEqualTo(2);
      assertThat(second.getSuppressed()).containsExactly(first);
      assertThat(reasons).containsExactly(RetryEvent.Reason.NO_TIME_LEFT);
    }

    // C98
    @Test
    void anEndlessOneDoesNotOverflowEvenIfTheClockStepsBack() {
      Script task = new Script(time, failure);
      int[] readings = {0};
      ForwardingTime backwards = new ForwardingTime(time) {
        @Override
        public long nanoTime() {
          return -1_000L * readings[0]++;
        }
      };
      Retry retry = builder()
          .maxDuration(Duration.ofSeconds(Long.MAX_VALUE))
          .timeSource(backwards)
          .build();

      assertThat(catchThrowable(() -> retry.call(task))).isSameAs(failure);
      assertThat(task.runs()).isEqualTo(3);
    }
  }

  @Nested
  class TheBackoff {

    // C74
    @Test
    void endsTheRetryWhenItSaysStop() {
      assertThat(starts(builder().backoff((n, previous, random) -> Backoff.STOP), failure))
          .hasSize(1);
      assertThat(starts(
              builder().maxAttempts(9).backoff((n, p, r) -> n < 3 ? SECOND : Backoff.STOP),
              failure))
          .hasSize(3);
    }

    // C73, E47
    @Test
    void seesTheRetryAndTheDelayBeforeAfreshInEveryCall() {
      List<String> asked = new ArrayList<>();
      Retry retry = builder()
          .maxAttempts(4)
          .backoff((n, previous, random) -> {
            asked.add(n + " after " + previous.toSeconds());
            return Duration.ofSeconds(10L * n);
          })
          .build();

      for (int i = 0; i < 2; i++) {
        assertThat(catchThrowable(() -> retry.call(new Script(time, failure)))).isSameAs(failure);
      }

      assertThat(asked)
          .containsExactly(
              "1 after 0", "2 after 10", "3 after 20", "1 after 0", "2 after 10", "3 after 20");
    }

    // C73
    @Test
    void startsAgainAtItsBaseInTheNextCall() {
      Retry.Builder builder =
          builder().maxAttempts(6).backoff(Backoff.exponential(SECOND, 2, Duration.ofMinutes(1)));
      Retry retry = builder.build();
      Script first = new Script(time, failure);
      assertThat(catchThrowable(() -> retry.call(first))).isSameAs(failure);
      Script second = new Script(time, failure);
      assertThat(catchThrowable(() -> retry.call(second))).isSameAs(failure);

      assertThat(first.startedAt).endsWith(Duration.ofSeconds(31));
      assertThat(second.startedAt).startsWith(Duration.ZERO, SECOND, Duration.ofSeconds(3));
    }

    @Test
    void isNotAskedAfterTheLastAttempt() {
      int[] asked = {0};

      starts(
          builder().backoff((n, previous, random) -> {
            asked[0]++;
            return SECOND;
          }),
          failure);

      assertThat(asked[0]).isEqualTo(2);
    }
  }

  @Nested
  class TheBudget {

    @Test
    void endsARetryLikeTheLastAttempt() {
      RetryBudget budget = budgetOf(3);
      Retry.Builder builder = builder().maxAttempts(10).budget(budget);

      assertThat(starts(builder, failure)).hasSize(4);
      assertThat(starts(builder, failure)).hasSize(1);
    }

    @Test
    void isSharedByAllWhoAreGivenIt() {
      RetryBudget budget = budgetOf(3);

      assertThat(starts(builder().budget(budget), failure)).hasSize(3);
      assertThat(starts(builder().budget(budget), failure)).hasSize(2);
      assertThat(starts(builder().budget(budget), failure)).hasSize(1);
    }

    @Test
    void isPaidForByFirstAttemptsHoweverTheyEnd() {
      RetryBudget budget = RetryBudget.builder()
          .capacity(1)
          .depositPerCall(0.5)
          .refillPerSecond(0)
          .timeSource(time)
          .build();
      Retry.Builder builder = builder().backoff(Backoff.none()).maxAttempts(2).budget(budget);
      Retry retry = builder.build();
      assertThat(starts(builder, failure)).hasSize(2);

      assertThat(retry.call(() -> "good")).isEqualTo("good");
      assertThat(starts(builder, failure)).hasSize(2);
      assertThat(starts(builder, failure)).hasSize(1);
    }

    @Test
    void isNotAskedWhereNoRetryIsDue() {
      RetryBudget budget = budgetOf(3);

      starts(builder().budget(budget).maxAttempts(1), failure);
      starts(builder().budget(budget).retryOn(e -> false), failure);
      starts(builder().budget(budget).backoff((n, p, r) -> Backoff.STOP), failure);
      starts(builder().budget(budget).maxDuration(SECOND), failure);

      assertThat(budget.available()).isEqualTo(3);
    }

    private RetryBudget budgetOf(int tokens) {
      return RetryBudget.builder()
          .capacity(tokens)
          .depositPerCall(0)
          .refillPerSecond(0)
          .timeSource(time)
          .build();
    }
  }

  private Retry.Builder builder() {
    return Retry.builder("r").backoff(Backoff.fixed(SECOND)).timeSource(time);
  }

  private List<Duration> starts(Retry.Builder builder, Object... part) {
    Script task = new Script(time, part);
    assertThat(catchThrowable(() -> builder.build().call(task))).isSameAs(part[part.length - 1]);
    return task.startedAt;
  }
}
