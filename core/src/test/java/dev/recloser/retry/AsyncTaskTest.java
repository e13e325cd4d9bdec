package dev.recloser.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.Backoff;
import dev.recloser.CheckedSupplier;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A task that should return a stage, and what it may do instead. */
class AsyncTaskTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualTimeSource time = new ManualTimeSource();
  private final Retry retry = builder().build();

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

  // D10: a task of a checked kind needs no handling by the caller of an asynchronous call.
  @Test
  void acceptsTasksThatDeclareCheckedExceptions() {
    CheckedSupplier<CompletableFuture<String>, IOException> task = () -> {
      throw new IOException();
    };

    assertThat(builder().maxAttempts(1).build().callAsync(task)).isCompletedExceptionally();
  }

  private Retry.Builder builder() {
    return Retry.builder("r").backoff(Backoff.fixed(SECOND)).timeSource(time);
  }

  /** Returns what a future fails with, unwrapped by nobody. */
  private static Throwable rawFailure(CompletableFuture<?> future) {
    assertThat(future).isCompletedExceptionally();
    return future.handle((value, failure) -> failure).join();
  }
}
