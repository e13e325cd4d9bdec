package dev.recloser.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.CheckedSupplier;
import dev.recloser.Next;
import dev.recloser.Policy;
import dev.recloser.bulkhead.BulkheadEvent.Finished;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls whose results come as stages. */
class AsyncCallTest {
  private static final Duration WAIT = Duration.ofMillis(100);

  private final ManualTimeSource time = new ManualTimeSource();
  private final Bulkhead bulkhead = Bulkhead.builder("db")
      .maxConcurrent(1)
      .queue(3)
      .maxWait(WAIT)
      .timeSource(time)
      .build();
  private final CompletableFuture<String> stage = new CompletableFuture<>();
  private final List<String> log = new ArrayList<>();

  @AfterEach
  void nothingIsLeft() {
    assertThat(bulkhead.snapshot().free()).as("free permits").isEqualTo(1);
    assertThat(bulkhead.snapshot().queued()).isZero();
    assertThat(time.pendingTimers()).isZero();
  }

  private CompletableFuture<String> start() {
    return bulkhead.callAsync(() -> stage);
  }

  /** A call that notes its start and whose stage is the test's. */
  private CompletableFuture<String> noted(String name, CompletableFuture<String> stage) {
    return bulkhead.callAsync(() -> {
      log.add(name);
      return stage;
    });
  }

  private static Throwable failure(CompletableFuture<?> future) {
    assertThat(future).isCompletedExceptionally();
    return future.handle((value, failure) -> failure).join();
  }

  @Test
  void thePermitIsHeldUntilTheStageCompletes() {
    CompletableFuture<String> future = start();
    assertThat(bulkhead.snapshot().running()).isEqualTo(1);
    stage.complete("body");
    assertThat(future).isCompletedWithValue("body");
  }

  @Test
  void thePermitIsBackBeforeTheCallerSeesTheResult() {
    var unused =
        start().thenAccept(body -> log.add(body + " " + bulkhead.snapshot().free()));
    stage.complete("body");
    assertThat(log).containsExactly("body 1");
  }

  @Test
  void theCauseArrivesRaw() {
    IOException cause = new IOException("down");
    CompletableFuture<String> future = start();
    stage.completeExceptionally(new CompletionException(cause));
    assertThat(failure(future)).isSameAs(cause);
  }

  @Test
  void whatGoesWrongAtTheStartIsAFailedFuture() {
    IOException cause = new IOException("down");
    assertThat(failure(bulkhead.callAsync(() -> {
          throw cause;
        })))
        .isSameAs(cause);
    assertThat(failure(bulkhead.callAsync(AsyncCallTest::nothing)))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("the task returned no stage");
  }

  @SuppressWarnings("NullAway") // What a careless user would return.
  private static CompletionStage<String> nothing() {
    return null;
  }

  @Test
  void aStageThatCannotBeFollowedIsAFailure() {
    CompletionStage<String> broken = new CompletableFuture<>() {
      @Override
      public CompletableFuture<String> whenComplete(
          BiConsumer<? super String, ? super Throwable> action) {
        throw new IllegalStateException("broken");
      }
    };
    assertThat(failure(bulkhead.callAsync(() -> broken))).hasMessage("broken");
  }

  // C41: cancelling released nothing. #332.
  @Test
  void cancellingTheFutureCancelsTheStageAndGivesThePermitBackOnce() {
    CompletableFuture<String> future = start();
    future.cancel(true);
    assertThat(stage).isCancelled();
    assertThat(bulkhead.snapshot().free()).isEqualTo(1);
    stage.complete("x");
    assertThat(bulkhead.snapshot().free()).isEqualTo(1);
  }

  // C41, C50: freed at the time-out while the work still ran.
  @Test
  void aStageThatCannotBeCancelledKeepsThePermitUntilItEnds() {
    List<Finished> finished = new ArrayList<>();
    bulkhead.on(Finished.class, finished::add);
    CompletionStage<String> stubborn = stage.minimalCompletionStage();
    CompletableFuture<String> future = bulkhead.callAsync(() -> stubborn);
    future.completeExceptionally(new TimeoutException()); // As orTimeout does.
    assertThat(bulkhead.snapshot().running()).isEqualTo(1);
    assertThat(bulkhead.tryAcquire()).isEmpty();
    assertThat(finished).isEmpty();

    stage.complete("late");
    assertThat(bulkhead.snapshot().free()).isEqualTo(1);
    assertThat(finished).hasSize(1);
  }

  // C50
  @Test
  void noMoreRunThanMayHoweverManyCallersGiveUp() {
    for (int round = 0; round < 10; round++) {
      CompletableFuture<String> late = new CompletableFuture<>();
      bulkhead.callAsync(late::minimalCompletionStage).cancel(true);
      CompletableFuture<String> next = noted("next", CompletableFuture.completedFuture("b"));
      assertThat(next).isNotDone();
      time.advance(WAIT);
      assertThat(failure(next)).isInstanceOf(BulkheadFullException.class);
      late.complete("a");
    }
    assertThat(log).isEmpty();
  }

  @Test
  void workThatAnInnerPolicyGaveUpKeepsThePermitUntilItEnds() {
    Policy impatient = new GiveUpAtOnce();
    CompletableFuture<String> future = bulkhead.callAsync(
        new Next.Link(impatient, Next.task()), () -> stage.minimalCompletionStage());
    assertThat(failure(future)).isInstanceOf(TimeoutException.class);
    assertThat(bulkhead.snapshot().running()).isEqualTo(1);
    stage.complete("late");
  }

  /** Starts what lies within, and fails without waiting for it. */
  private static final class GiveUpAtOnce implements Policy {

    @Override
    public String name() {
      return "impatient";
    }

    @Override
    public <T extends @Nullable Object, E extends Exception> T call(
        Next next, CheckedSupplier<T, E> task) throws E {
      return next.call(task);
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
        Next next, CheckedSupplier<? extends CompletionStage<T>, ?> task) {
      next.callAsync(task).isDone();
      return CompletableFuture.failedFuture(new TimeoutException());
    }
  }

  @Test
  void anAttemptThatStartsAfterTheCallHasEndedDoesNotRun() {
    List<CheckedSupplier<? extends CompletionStage<?>, ?>> kept = new ArrayList<>();
    Policy zombie = new Policy() {
      @Override
      public String name() {
        return "zombie";
      }

      @Override
      public <T extends @Nullable Object, E extends Exception> T call(
          Next next, CheckedSupplier<T, E> task) throws E {
        return next.call(task);
      }

      @Override
      public <T extends @Nullable Object> CompletableFuture<T> callAsync(
          Next next, CheckedSupplier<? extends CompletionStage<T>, ?> task) {
        kept.add(task);
        return CompletableFuture.failedFuture(new IOException());
      }
    };
    var unused = bulkhead.callAsync(new Next.Link(zombie, Next.task()), () -> {
      log.add("ran");
      return stage;
    });
    assertThatThrownBy(() -> kept.get(0).get()).isInstanceOf(CancellationException.class);
    assertThat(log).isEmpty();
  }
}
