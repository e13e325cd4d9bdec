package dev.recloser.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.CheckedSupplier;
import dev.recloser.Next;
import dev.recloser.Pipeline;
import dev.recloser.Policy;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class AsyncCallTest {
  private final Play play = Play.with(b -> b.recovery(Recovery.consecutive(1)));
  private final CompletableFuture<String> stage = new CompletableFuture<>();

  private CompletableFuture<String> start() {
    return play.breaker.callAsync(() -> stage);
  }

  private long failures() {
    return play.breaker.snapshot().failures();
  }

  @Test
  void theFutureCompletesWithTheStage() {
    CompletableFuture<String> future = start();
    assertThat(future).isNotDone();
    stage.complete("body");
    assertThat(future).isCompletedWithValue("body");
    assertThat(play.breaker.snapshot().rules().get(0).calls()).isEqualTo(1);
  }

  @Test
  void theCauseArrivesRaw() {
    IOException cause = new IOException("down");
    CompletableFuture<String> future = play.breaker.callAsync(() -> stage.thenApply(body -> body));
    stage.completeExceptionally(new CompletionException(new ExecutionException(cause)));

    assertThatThrownBy(future::get)
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isSameAs(cause);
    assertThat(future.handle((body, failure) -> failure).join()).isSameAs(cause);
    assertThat(failures()).isEqualTo(1);
  }

  @Test
  void aRefusalIsAFailedFuture() {
    play.trip();
    assertThat(start()).isCompletedExceptionally();
    assertThatThrownBy(start()::join).cause().isInstanceOf(CircuitOpenException.class);
  }

  @Test
  void whatTheTaskItselfThrowsIsAFailedFuture() {
    IOException cause = new IOException("down");
    CompletableFuture<String> future = play.breaker.callAsync(() -> {
      throw cause;
    });
    assertThatThrownBy(future::join).cause().isSameAs(cause);
    assertThat(failures()).isEqualTo(1);
  }

  @Test
  void noStageAtAllIsAFailure() {
    CompletableFuture<String> future = play.breaker.callAsync(AsyncCallTest::nothing);
    assertThatThrownBy(future::join).cause().isInstanceOf(NullPointerException.class);
    assertThat(failures()).isEqualTo(1);
  }

  @SuppressWarnings("NullAway") // What a careless user would return.
  private static CompletionStage<String> nothing() {
    return null;
  }

  @Test
  void aProbeThatIsCompleteAtOnceClosesTheBreaker() {
    play.cooledDown();
    stage.complete("body");
    assertThat(start()).isCompletedWithValue("body");
    play.is(State.CLOSED);
  }

  @Test
  void aFutureThatAPolicyFurtherInHandsOutTwiceIsNotHandedOn() {
    CompletableFuture<String> shared = CompletableFuture.completedFuture("body");
    Pipeline pipeline = Pipeline.builder("test")
        .circuitBreaker(play.breaker)
        .policy(returning(shared))
        .build();

    pipeline.<String>callAsync(() -> stage).obtrudeException(new IOException("own"));

    assertThat(pipeline.<String>callAsync(() -> stage)).isCompletedWithValue("body");
  }

  @Test
  void aFutureOfAKindOfItsOwnSettlesTheProbeToo() {
    play.cooledDown();
    CompletableFuture<String> odd = new CompletableFuture<>() {
      @Override
      public String join() {
        throw new IllegalStateException("own");
      }
    };
    odd.complete("body");
    Pipeline pipeline = Pipeline.builder("test")
        .circuitBreaker(play.breaker)
        .policy(returning(odd))
        .build();

    CompletableFuture<String> future = pipeline.callAsync(() -> stage);

    assertThat(future.getNow("not yet")).isEqualTo("body");
    play.is(State.CLOSED);
  }

  @SuppressWarnings("unchecked") // It is of the type that the tests ask for.
  private static Policy returning(CompletableFuture<String> future) {
    return new Policy() {
      @Override
      public <T, E extends Exception> T call(Next next, CheckedSupplier<T, E> task) throws E {
        return next.call(task);
      }

      @Override
      public <T> CompletableFuture<T> callAsync(
          Next next, CheckedSupplier<? extends CompletionStage<T>, ?> task) {
        return (CompletableFuture<T>) future;
      }

      @Override
      public String name() {
        return "returning";
      }
    };
  }

  // C14, C46, E12
  @Test
  void cancellingTheFutureCancelsTheStageAndCountsForNothing() {
    play.cooledDown();
    CompletableFuture<String> future = start();
    play.is(State.HALF_OPEN).calls("R");
    future.cancel(true);

    assertThat(stage).isCancelled();
    play.is(State.HALF_OPEN);
    assertThat(play.breaker.snapshot().ignored()).isEqualTo(1);
    play.calls("S").is(State.CLOSED);
  }

  // C46
  @Test
  void callersThatCancelDoNotOpenTheBreaker() {
    for (int i = 0; i < 20; i++) {
      play.breaker.callAsync(() -> new CompletableFuture<String>()).cancel(true);
    }
    play.calls("S").is(State.CLOSED);
    assertThat(play.breaker.snapshot().ignored()).isEqualTo(20);
    assertThat(play.breaker.snapshot().rules().get(0).calls()).isEqualTo(1);
  }

  // C47
  @Test
  void aStageThatIsCancelledByOthersIsAFailure() {
    CompletableFuture<String> future = start();
    stage.cancel(true);
    assertThat(future).isCompletedExceptionally();
    assertThat(failures()).isEqualTo(1);

    play.breaker
        .callAsync(() -> CompletableFuture.failedFuture(new CancellationException() {
          private static final long serialVersionUID = 1L;
        }))
        .isDone();
    assertThat(failures()).isEqualTo(2);
  }

  @Test
  void aTimeoutOnTheFutureCancelsTheStageAndIsAFailure() {
    CompletableFuture<String> future = start();
    future.completeExceptionally(new TimeoutException()); // As orTimeout does.
    assertThat(stage).isCancelled();
    assertThat(failures()).isEqualTo(1);

    CompletableFuture<String> other = play.breaker.callAsync(() -> new CompletableFuture<String>());
    other.complete("stale"); // As completeOnTimeout does.
    assertThat(failures()).isEqualTo(2);
  }

  @Test
  void aTimeoutIsAFailureWhateverExceptionsAreNamed() {
    Play play = Play.with(b -> b.failOn(IOException.class));
    for (int i = 0; i < 4; i++) {
      play.breaker
          .callAsync(() -> new CompletableFuture<String>())
          .completeExceptionally(new TimeoutException());
    }
    play.is(State.OPEN);
  }

  @Test
  void aLateStageAfterTheFutureChangesNothing() {
    CompletionStage<String> stubborn = stage.minimalCompletionStage();
    CompletableFuture<String> future = play.breaker.callAsync(() -> stubborn);
    future.cancel(false);
    stage.completeExceptionally(new IOException());
    assertThat(failures()).isZero();
    assertThat(play.breaker.snapshot().ignored()).isEqualTo(1);
  }

  @Test
  void theResultIsJudged() {
    Play play = Play.with(b -> b.failOnResult("bad"::equals));
    assertThat(play.breaker.callAsync(() -> CompletableFuture.completedFuture("bad")))
        .isCompletedWithValue("bad");
    assertThat(play.breaker.snapshot().failures()).isEqualTo(1);
  }

  // E45
  @Test
  void aClassifierThatThrowsDoesNotHoldUpTheFuture() {
    Play play = Play.with(b -> b.failOnResult(result -> {
      throw new NoClassDefFoundError("classifier");
    }));
    assertThat(play.breaker.callAsync(() -> CompletableFuture.completedFuture("body")))
        .isCompletedWithValue("body");
    assertThat(play.breaker.snapshot().failures()).isEqualTo(1);
  }

  @Test
  void anAsyncProbeDoesNotLetItsThreadsLaterCallsPass() {
    play.cooledDown();
    CompletableFuture<String> probe = start();
    assertThat(play.breaker.callOrElse(() -> "passed", rejection -> "refused"))
        .isEqualTo("refused");
    stage.complete("well");
    assertThat(probe).isCompleted();
    play.is(State.CLOSED);
  }

  @Test
  void aCallMadeWhileAnAsyncProbeStartsPasses() {
    play.cooledDown();
    CompletableFuture<String> probe = play.breaker.callAsync(
        () -> CompletableFuture.completedFuture(play.breaker.call(() -> "nested")));
    assertThat(probe).isCompletedWithValue("nested");
    play.is(State.CLOSED);
  }
}
