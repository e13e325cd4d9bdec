package dev.recloser.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.Backoff;
import dev.recloser.CheckedSupplier;
import dev.recloser.ForwardingTime;
import dev.recloser.RetryBudget;
import dev.recloser.retry.RetryEvent.GaveUp;
import dev.recloser.retry.RetryEvent.Reason;
import dev.recloser.retry.RetryEvent.Recovered;
import dev.recloser.retry.RetryEvent.Retrying;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The attempts of a task that returns a stage. */
class AsyncRetryTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  /** Sleep fails the test: an asynchronous call never blocks. */
  private final ManualTimeSource time = new ManualTimeSource();

  private final ForwardingTime sleepless = new ForwardingTime(time) {
    @Override
    public void sleep(Duration duration) {
      throw new AssertionError("slept");
    }
  };
  private final List<RetryEvent> events = new ArrayList<>();
  private final Retry retry = builder().build();

  @Test
  void aStageThatSucceedsGivesItsValueWithoutATimer() {
    assertThat(retry.callAsync(new Script(time, "value")::stage)).isCompletedWithValue("value");
    assertThat(time.pendingTimers()).isZero();
  }

  @Test
  void aValueMayBeNull() {
    assertThat(retry.callAsync(() -> CompletableFuture.completedFuture(null)))
        .isCompletedWithValue(null);
  }

  @Test
  void theFirstAttemptRunsOnTheCallersThreadAndTheCallReturnsBeforeItEnds() {
    CompletableFuture<String> stage = new CompletableFuture<>();
    List<Thread> threads = new ArrayList<>();

    CompletableFuture<String> future = retry.callAsync(() -> {
      threads.add(Thread.currentThread());
      return stage;
    });

    assertThat(threads).containsExactly(Thread.currentThread());
    assertThat(future).isNotDone();
    stage.complete("value");
    assertThat(future).isCompletedWithValue("value");
  }

  // E29, E32 and the schedule of the synchronous form.
  @Test
  void failuresAreFollowedByAttemptsAfterTheDelayUntilOneSucceeds() {
    Script task = new Script(time, new IOException(), new IllegalStateException(), "value");

    CompletableFuture<Object> future = retry.callAsync(task::stage);
    assertThat(future).isNotDone();
    assertThat(time.pendingTimers()).isEqualTo(1);
    time.advance(SECOND.minusNanos(1));
    assertThat(task.runs()).isEqualTo(1);
    time.advance(Duration.ofNanos(1));
    assertThat(task.runs()).isEqualTo(2);
    time.advance(SECOND);

    assertThat(future).isCompletedWithValue("value");
    assertThat(time.pendingTimers()).isZero();
    assertThat(kinds()).containsExactly("Retrying", "Retrying", "Recovered");
  }

  @Test
  void afterTheLastAttemptItFailsWithTheTasksOwnException() {
    IOException first = new IOException("first");
    IOException second = new IOException("second");
    IOException third = new IOException("third");

    CompletableFuture<Object> future =
        retry.callAsync(new Script(time, first, second, third)::stage);
    time.advance(SECOND.multipliedBy(2));

    assertThat(rawFailure(future)).isSameAs(third);
    assertThat(third.getSuppressed()).containsExactly(first, second);
    assertThat(kinds()).containsExactly("Retrying", "Retrying", "NO_ATTEMPTS_LEFT");
  }

  // C77
  @Test
  void causesArriveRawHoweverTheyWereWrapped() {
    IOException cause = new IOException();
    List<Throwable> judged = new ArrayList<>();
    Script task = new Script(
        time,
        new CompletionException(cause),
        new ExecutionException(new CompletionException(cause)),
        new CompletionException(cause),
        "value");
    Retry seeing =
        builder().maxAttempts(4).retryOn(failure -> judged.add(failure)).build();

    CompletableFuture<Object> future = seeing.callAsync(task::stage);
    time.advance(SECOND.multipliedBy(3));

    assertThat(future).isCompletedWithValue("value");
    assertThat(judged).containsExactly(cause, cause, cause);
    CompletableFuture<Object> failed = builder()
        .maxAttempts(1)
        .build()
        .callAsync(new Script(time, new CompletionException(cause))::stage);
    assertThat(rawFailure(failed)).isSameAs(cause);
  }

  @Nested
  class TheTask {

    // E9: there a throw in a later attempt left the future incomplete for ever.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void mayThrowInsteadOfReturningAStageInAnyAttempt(int attempt) {
      IOException thrown = new IOException("thrown");
      int[] runs = {0};

      CompletableFuture<String> future = retry.callAsync(() -> {
        if (++runs[0] == attempt) {
          throw thrown;
        }
        return CompletableFuture.failedFuture(new IOException("failed"));
      });
      time.advance(SECOND.multipliedBy(2));

      assertThat(runs[0]).isEqualTo(3);
      assertThat(future).isCompletedExceptionally();
      assertThat(time.pendingTimers()).isZero();
    }

    @Test
    void mayThrowAnErrorWhichIsNotRetried() {
      StackOverflowError error = new StackOverflowError();

      CompletableFuture<String> future = retry.callAsync(() -> {
        throw error;
      });

      assertThat(rawFailure(future)).isSameAs(error);
      assertThat(kinds()).containsExactly("NOT_RETRYABLE");
    }

    @Test
    @SuppressWarnings("NullAway") // That is what is tested.
    void failsIfItReturnsNoStageAndIsTriedAgain() {
      int[] runs = {0};

      CompletableFuture<String> future = retry.callAsync(() -> {
        runs[0]++;
        return null;
      });
      time.advance(SECOND.multipliedBy(2));

      assertThat(runs[0]).isEqualTo(3);
      assertThat(rawFailure(future))
          .isInstanceOf(NullPointerException.class)
          .hasMessage("the task returned no stage");
    }

    @Test
    void thatIsInterruptedLeavesTheFlagSet() {
      InterruptedException interruption = new InterruptedException();

      CompletableFuture<String> future = retry.callAsync(() -> {
        throw interruption;
      });

      assertThat(Thread.interrupted()).isTrue();
      assertThat(rawFailure(future)).isSameAs(interruption);
    }

    @Test
    void mayReturnAStageThatIsNoFuture() {
      CompletionStage<String> minimal = CompletableFuture.failedStage(new IOException());
      CompletableFuture<String> future = builder().maxAttempts(2).build().callAsync(() -> minimal);
      time.advance(SECOND);

      assertThat(rawFailure(future)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void badResultsAreRetriedAndTheLastIsReturned() {
    Retry picky = builder().retryOnResult("bad"::equals).build();

    CompletableFuture<Object> recovered = picky.callAsync(new Script(time, "bad", "good")::stage);
    CompletableFuture<Object> exhausted = picky.callAsync(new Script(time, "bad")::stage);
    time.advance(SECOND.multipliedBy(2));

    assertThat(recovered).isCompletedWithValue("good");
    assertThat(exhausted).isCompletedWithValue("bad");
  }

  @Test
  void aRefusalAfterAFailureIsAFreshInstance() {
    TestRefusal shared = new TestRefusal(Optional.empty());
    IOException failure = new IOException();

    assertThat(rawFailure(retry.callAsync(new Script(time, shared)::stage))).isSameAs(shared);
    CompletableFuture<Object> future = retry.callAsync(new Script(time, failure, shared)::stage);
    time.advance(SECOND);

    assertThat(rawFailure(future)).isInstanceOf(TestRefusal.class).isNotSameAs(shared);
    assertThat(rawFailure(future).getSuppressed()).containsExactly(failure);
  }

  @Test
  void stopsTheBudgetAndTheTimeEndItAsTheyDoSynchronously() {
    RetryBudget empty = RetryBudget.builder().capacity(1).timeSource(time).build();
    assertThat(empty.tryWithdraw()).isTrue();
    IOException failure = new IOException();
    Script task = new Script(time, failure);

    assertThat(rawFailure(builder().budget(empty).build().callAsync(task::stage)))
        .isSameAs(failure);
    assertThat(rawFailure(builder().maxDuration(SECOND).build().callAsync(task::stage)))
        .isSameAs(failure);
    assertThat(
            rawFailure(builder().backoff((n, p, r) -> Backoff.STOP).build().callAsync(task::stage)))
        .isSameAs(failure);
    assertThat(time.pendingTimers()).isZero();
    assertThat(task.runs()).isEqualTo(3);
  }

  @Test
  void anAttemptThatTheTimerMadeLateIsNotStarted() {
    ManualTimeSource clock = new ManualTimeSource();
    ForwardingTime late = new ForwardingTime(time) {
      @Override
      public long nanoTime() {
        return clock.nanoTime();
      }
    };
    IOException failure = new IOException();
    Script task = new Script(clock, failure);
    Retry hurried =
        builder().timeSource(late).maxDuration(SECOND.multipliedBy(2)).build();
    List<Reason> reasons = new ArrayList<>();
    hurried.on(GaveUp.class, event -> reasons.add(event.reason()));

    CompletableFuture<Object> future = hurried.callAsync(task::stage);
    clock.advance(SECOND.multipliedBy(2));
    time.advance(SECOND);

    assertThat(rawFailure(future)).isSameAs(failure).hasNoSuppressedExceptions();
    assertThat(task.runs()).isEqualTo(1);
    assertThat(reasons).containsExactly(Reason.NO_TIME_LEFT);
  }

  @Test
  void aHundredThousandImmediateFailuresDoNotGrowTheStack() {
    int attempts = 100_000;
    Retry eager = builder()
        .maxAttempts(attempts)
        .backoff(Backoff.none())
        .budget(RetryBudget.unlimited())
        .build();
    IOException failure = new IOException();
    int[] runs = {0};

    CompletableFuture<String> future = eager.callAsync(() -> {
      runs[0]++;
      return CompletableFuture.failedFuture(failure);
    });
    time.advance(Duration.ZERO);

    assertThat(rawFailure(future)).isSameAs(failure);
    assertThat(runs[0]).isEqualTo(attempts);
  }

  // C82c and D10: a task of a checked kind needs no handling by the caller of an asynchronous call.
  @Test
  void acceptsTasksThatDeclareCheckedExceptions() {
    CheckedSupplier<CompletableFuture<String>, IOException> task = () -> {
      throw new IOException();
    };

    assertThat(builder().maxAttempts(1).build().callAsync(task)).isCompletedExceptionally();
  }

  private List<String> kinds() {
    return events.stream()
        .map(event -> event instanceof GaveUp end
            ? end.reason().name()
            : event instanceof Retrying
                ? "Retrying"
                : event instanceof Recovered ? "Recovered" : "")
        .toList();
  }

  private Retry.Builder builder() {
    return Retry.builder("r").backoff(Backoff.fixed(SECOND)).timeSource(sleepless);
  }

  {
    retry.onEvent(events::add);
  }

  /** Returns what a future fails with, unwrapped by nobody. */
  private static Throwable rawFailure(CompletableFuture<?> future) {
    assertThat(future).isCompletedExceptionally();
    return future.handle((value, failure) -> failure).join();
  }
}
