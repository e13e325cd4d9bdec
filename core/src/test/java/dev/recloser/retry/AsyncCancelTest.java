package dev.recloser.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.recloser.Backoff;
import dev.recloser.ForwardingTime;
import dev.recloser.retry.RetryEvent.GaveUp;
import dev.recloser.retry.RetryEvent.Reason;
import dev.recloser.time.ManualTimeSource;
import dev.recloser.time.Timer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The future that was handed out is completed by its holder. */
class AsyncCancelTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualTimeSource time = new ManualTimeSource();
  private final List<CompletableFuture<String>> stages = new ArrayList<>();
  private final List<GaveUp> ends = new ArrayList<>();
  private final Retry retry = Retry.builder("r")
      .maxAttempts(10)
      .backoff(Backoff.fixed(SECOND))
      .timeSource(time)
      .build();

  @BeforeEach
  void listen() {
    retry.on(GaveUp.class, ends::add);
  }

  // C46, for a retry
  @Test
  void cancellingDuringTheFirstAttemptCancelsIt() {
    CompletableFuture<String> future = retry.callAsync(this::stage);

    future.cancel(true);

    assertThat(stages).singleElement().satisfies(stage -> assertThat(stage).isCancelled());
    assertNothingFollows(1);
    assertThat(ends).singleElement().satisfies(end -> {
      assertThat(end.reason()).isEqualTo(Reason.CANCELLED);
      assertThat(end.attempts()).isEqualTo(1);
      assertThat(end.failure()).isNull();
    });
  }

  // C53, E13
  @Test
  void cancellingBetweenAttemptsStopsTheRetries() {
    IOException failure = new IOException();
    CompletableFuture<String> future = retry.callAsync(this::stage);
    for (int i = 0; i < 3; i++) {
      stages.get(i).completeExceptionally(failure);
      time.advance(i < 2 ? SECOND : SECOND.dividedBy(2));
    }

    future.cancel(false);

    assertNothingFollows(3);
    assertThat(ends).singleElement().satisfies(end -> {
      assertThat(end.reason()).isEqualTo(Reason.CANCELLED);
      assertThat(end.attempts()).isEqualTo(3);
      assertThat(end.failure()).isSameAs(failure);
    });
  }

  @Test
  void cancellingDuringALaterAttemptCancelsThatOne() {
    CompletableFuture<String> future = retry.callAsync(this::stage);
    stages.get(0).completeExceptionally(new IOException());
    time.advance(SECOND);

    future.cancel(true);

    assertThat(stages.get(1)).isCancelled();
    assertNothingFollows(2);
  }

  // C80: the kind of the outcome depends neither on the moment nor on the delay.
  @ParameterizedTest
  @ValueSource(longs = {0, 100})
  void theOutcomeIsTheSameDuringAnAttemptAndBetweenTwo(long delayMillis) {
    Retry delayed = Retry.builder("r")
        .backoff(Backoff.fixed(Duration.ofMillis(delayMillis)))
        .timeSource(time)
        .build();
    CompletableFuture<String> during = delayed.callAsync(this::stage);
    CompletableFuture<String> between = delayed.callAsync(this::stage);
    stages.get(1).completeExceptionally(new IOException());

    during.cancel(true);
    between.cancel(true);

    assertThat(during).isCancelled();
    assertThat(between).isCancelled();
    assertNothingFollows(2);
  }

  @Test
  void aTimeoutOfTheHolderEndsItTheSameWay() throws Exception {
    CompletableFuture<String> future =
        retry.callAsync(this::stage).orTimeout(1, TimeUnit.MILLISECONDS);

    assertThat(catchThrowable(() -> future.get(10, TimeUnit.SECONDS)))
        .hasCauseInstanceOf(TimeoutException.class);

    // The future completes before its dependents have run, so wait for the stage itself.
    assertThat(catchThrowable(() -> stages.get(0).get(10, TimeUnit.SECONDS)))
        .isInstanceOf(CancellationException.class);
    assertNothingFollows(1);
  }

  @Test
  void aValueFromTheHolderEndsItTheSameWay() {
    CompletableFuture<String> future = retry.callAsync(this::stage);

    future.complete("mine");

    assertThat(future).isCompletedWithValue("mine");
    assertThat(stages.get(0)).isCancelled();
    assertNothingFollows(1);
  }

  // C79, as far as it goes for a future: the result of a stage that ignores its cancellation is
  // dropped.
  @Test
  void aStageThatCannotBeCancelledIsLeftAloneAndItsEndChangesNothing() {
    for (boolean succeeds : new boolean[] {true, false}) {
      CompletableFuture<String> hidden = new CompletableFuture<>();
      int[] runs = {0};
      CompletableFuture<String> future = retry.callAsync(() -> {
        runs[0]++;
        return hidden.minimalCompletionStage();
      });

      future.cancel(true);
      assertThat(hidden).isNotDone();
      boolean completed =
          succeeds ? hidden.complete("late") : hidden.completeExceptionally(new IOException());

      assertThat(completed).isTrue();
      assertThat(future).isCancelled();
      assertThat(runs[0]).isEqualTo(1);
      assertThat(time.pendingTimers()).isZero();
    }
    assertThat(ends).hasSize(2);
  }

  @Test
  void aStageThatIsNoFutureAtAllIsLeftAloneToo() {
    CompletableFuture<String> hidden = new CompletableFuture<>() {
      @Override
      public CompletableFuture<String> toCompletableFuture() {
        throw new UnsupportedOperationException();
      }
    };

    CompletableFuture<String> future = retry.callAsync(() -> hidden);
    future.cancel(true);

    assertThat(hidden).isNotDone();
    assertThat(future).isCancelled();
  }

  @Test
  void cancellingWithinTheTaskCancelsTheStageThatItReturns() {
    List<CompletableFuture<String>> own = new ArrayList<>();
    own.add(retry.callAsync(() -> {
      if (stages.size() == 1) {
        own.get(0).cancel(true);
      }
      return stage();
    }));
    stages.get(0).completeExceptionally(new IOException());
    time.advance(SECOND);

    assertThat(stages.get(1)).isCancelled();
    assertNothingFollows(2);
  }

  @Test
  void cancellingWithinAListenerLeavesNoTimer() {
    List<CompletableFuture<String>> own = new ArrayList<>();
    retry.on(RetryEvent.Retrying.class, event -> own.get(0).cancel(true));
    own.add(retry.callAsync(this::stage));

    stages.get(0).completeExceptionally(new IOException());

    assertThat(own.get(0)).isCancelled();
    assertNothingFollows(1);
  }

  @Test
  void cancellingTheStageItselfIsACancellationThatIsNotRetried() {
    CompletableFuture<String> future = retry.callAsync(this::stage);

    stages.get(0).cancel(true);

    assertThat(future.handle((value, failure) -> failure).join())
        .isInstanceOf(CancellationException.class);
    assertNothingFollows(1);
    assertThat(ends)
        .singleElement()
        .satisfies(end -> assertThat(end.reason()).isEqualTo(Reason.NOT_RETRYABLE));
  }

  @Test
  void aTimerThatCannotBeSetFailsTheFutureWithBothFailures() {
    IllegalStateException fault = new IllegalStateException("no timer");
    Retry broken = Retry.builder("r")
        .timeSource(new ForwardingTime(time) {
          @Override
          public Timer schedule(Duration delay, Runnable task) {
            throw fault;
          }
        })
        .build();
    broken.on(GaveUp.class, ends::add);
    IOException failure = new IOException();

    CompletableFuture<String> future =
        broken.callAsync(() -> CompletableFuture.failedFuture(failure));

    assertThat(future.handle((value, thrown) -> thrown).join()).isSameAs(fault);
    assertThat(fault.getSuppressed()).containsExactly(failure);
    assertThat(ends)
        .singleElement()
        .satisfies(end -> assertThat(end.reason()).isEqualTo(Reason.CALLBACK_FAILED));
  }

  private CompletionStage<String> stage() {
    CompletableFuture<String> stage = new CompletableFuture<>();
    stages.add(stage);
    return stage;
  }

  private void assertNothingFollows(int attempts) {
    assertThat(time.pendingTimers()).isZero();
    time.advance(Duration.ofSeconds(60));
    assertThat(stages).hasSize(attempts);
  }
}
