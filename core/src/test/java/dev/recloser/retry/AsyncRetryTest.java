package dev.recloser.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.Backoff;
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
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/** The attempts of a task that returns a stage. */
class AsyncRetryTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualTimeSource time = new ManualTimeSource();

  /** Sleep fails the test: an asynchronous call never blocks. */
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
