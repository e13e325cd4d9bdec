package dev.recloser.proof.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.CallbackFailed;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Finished;
import dev.recloser.time.ManualTimeSource;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.TransitionCheckResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** What becomes of a call when code of the user's fails in the midst of it. */
class CallbackFaultsTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final List<CallbackFailed> faults = new ArrayList<>();

  private static final class Fault extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private static boolean faulty() {
    throw new Fault();
  }

  private CircuitBreaker watched(CircuitBreaker breaker) {
    var unused = breaker.on(CallbackFailed.class, faults::add);
    return breaker;
  }

  @Test
  @Experiment(
      value = "E1",
      peer =
          "a `transitionOnResult` that asks for a plain opening throws at the caller, and wedges it: CLOSED, rejecting",
      ours = "has no such function; a listener may trip it, and the caller gets its result")
  void aListenerMayOpenIt() {
    CircuitBreaker ours = Ours.settings(time, 1).build();
    var unused = ours.on(Finished.class, event -> ours.trip(Duration.ofMinutes(1), "asked for"));
    var theirs = Theirs.closed(
        Theirs.config().transitionOnResult(result -> TransitionCheckResult.transitionToOpen()));

    assertThatThrownBy(() -> theirs.executeSupplier(() -> "good"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(ours.<String, RuntimeException>call(() -> "good")).isEqualTo("good");

    assertThat(theirs.getState().name()).isEqualTo("CLOSED");
    assertThat(theirs.tryAcquirePermission()).isFalse();
    assertThat(ours.state()).isEqualTo(State.OPEN);
    time.advance(Duration.ofMinutes(1));
    assertThat(ours.admits()).isTrue();
  }

  @Test
  @Experiment(
      value = "E7",
      peer = "a result predicate that throws takes the result from the caller",
      ours =
          "the caller gets its result; the call counts as failed, and an event tells of the fault")
  void aFaultyResultPredicateDoesNotTakeTheResult() {
    CircuitBreaker ours =
        watched(Ours.cooledDown(time, Ours.settings(time, 1).failOnResult(result -> faulty())));
    var theirs = Theirs.halfOpen(Theirs.config().recordResult(result -> faulty()), 1);

    assertThatThrownBy(() -> theirs.executeSupplier(() -> "good")).isInstanceOf(Fault.class);
    assertThat(ours.<String, RuntimeException>call(() -> "good")).isEqualTo("good");

    assertThat(ours.state()).isEqualTo(State.OPEN);
    assertThat(faults).hasSize(1);
  }

  @Test
  @Experiment(
      value = "E8",
      peer =
          "an ignore predicate that throws takes the exception from the caller, and the permit is lost",
      ours =
          "the caller gets its exception; the call counts as failed, and an event tells of the fault")
  void aFaultyIgnorePredicateDoesNotTakeTheException() {
    CircuitBreaker ours =
        watched(Ours.cooledDown(time, Ours.settings(time, 1).ignore(failure -> faulty())));
    var theirs = Theirs.halfOpen(Theirs.config().ignoreException(failure -> faulty()), 1);

    assertThatThrownBy(() -> theirs.executeRunnable(CallbackFaultsTest::fail))
        .isInstanceOf(Fault.class);
    assertThatThrownBy(() -> ours.run(CallbackFaultsTest::fail))
        .isInstanceOf(UnsupportedOperationException.class);

    assertThat(theirs.getState().name()).isEqualTo("HALF_OPEN");
    assertThat(theirs.tryAcquirePermission()).isFalse();
    assertThat(ours.state()).isEqualTo(State.OPEN);
    assertThat(faults).hasSize(1);
  }

  private static void fail() {
    throw new UnsupportedOperationException();
  }

  @Test
  @Experiment(
      value = "E19",
      peer =
          "a wait function that throws takes the exception from the caller, and wedges it: CLOSED, rejecting",
      ours =
          "the caller gets its exception; the default cooldown is used, and an event tells of the fault")
  void aFaultyCooldownDoesNotWedgeIt() {
    CircuitBreaker ours = watched(Ours.settings(time, 1)
        .cooldown((opening, previous, random) -> {
          throw new Fault();
        })
        .build());
    var theirs = Theirs.closed(Theirs.config()
        .slidingWindowSize(2)
        .minimumNumberOfCalls(2)
        .waitIntervalFunctionInOpenState(attempt -> {
          throw new Fault();
        }));
    Ours.fail(ours);
    Theirs.fail(theirs, new IllegalStateException());

    assertThatThrownBy(() -> theirs.executeRunnable(CallbackFaultsTest::fail))
        .isInstanceOf(Fault.class);
    assertThatThrownBy(() -> ours.run(CallbackFaultsTest::fail))
        .isInstanceOf(UnsupportedOperationException.class);

    assertThat(theirs.getState().name()).isEqualTo("CLOSED");
    assertThat(theirs.tryAcquirePermission()).isFalse();
    assertThat(ours.state()).isEqualTo(State.OPEN);
    assertThat(faults).hasSize(1);
    time.advance(Duration.ofSeconds(30));
    assertThat(ours.admits()).isTrue();
  }

  @Test
  @Experiment(
      value = "E22",
      peer = "a null result is never offered to the result predicate",
      ours = "it is judged like any other")
  void aNullResultIsJudged() {
    CircuitBreaker ours = Ours.settings(time, 1).failOnResult(Objects::isNull).build();
    var theirs = Theirs.closed(Theirs.config().recordResult(Objects::isNull));

    assertThat(ours.<Object, RuntimeException>call(() -> null)).isNull();
    assertThat(theirs.<Object>executeSupplier(() -> null)).isNull();

    assertThat(theirs.getMetrics().getNumberOfFailedCalls()).isZero();
    assertThat(ours.snapshot().failures()).isEqualTo(1);
  }

  @Test
  @Experiment(
      value = "E44",
      peer =
          "unwraps one wrapper of an exception, and a `CompletionException` without a cause fails its type predicate",
      ours =
          "unwraps to any depth; an exception that `failOn` does not name is a success here as there")
  void wrappersAreTakenOffToAnyDepth() {
    CircuitBreaker ours =
        Ours.settings(time, 1).failOn(IllegalStateException.class).build();
    var theirs = Theirs.closed(Theirs.config().recordExceptions(IllegalStateException.class));
    Throwable wrapped =
        new CompletionException(new CompletionException(new IllegalStateException()));
    CompletionException bare = new CompletionException("no cause", null);

    ours.acquire().failed(wrapped);
    ours.acquire().failed(bare);
    ours.acquire().failed(new UnsupportedOperationException());
    Theirs.fail(theirs, new UnsupportedOperationException());
    assertThatThrownBy(() -> theirs.executeRunnable(() -> {
          throw bare;
        }))
        .isInstanceOf(NullPointerException.class);
    CompletableFuture<String> stage = new CompletableFuture<>();
    CompletableFuture<String> guarded =
        theirs.executeCompletionStage(() -> stage).toCompletableFuture();
    stage.completeExceptionally(wrapped);

    assertThat(guarded).isDone();
    assertThat(theirs.getMetrics().getNumberOfFailedCalls()).isZero();
    assertThat(theirs.getMetrics().getNumberOfSuccessfulCalls()).isEqualTo(2);
    assertThat(ours.snapshot().failures()).isEqualTo(1);
  }

  @Test
  @Experiment(
      value = "E45",
      peer = "a result predicate that throws leaves the promise pending for ever",
      ours = "the promise completes with the result")
  void aFaultyResultPredicateDoesNotKeepThePromisePending() {
    CircuitBreaker ours =
        watched(Ours.settings(time, 1).failOnResult(result -> faulty()).build());
    var theirs = Theirs.closed(Theirs.config().recordResult(result -> faulty()));

    CompletableFuture<String> ourPromise =
        ours.callAsync(() -> CompletableFuture.completedFuture("good"));
    CompletableFuture<String> theirPromise = theirs
        .executeCompletionStage(() -> CompletableFuture.completedFuture("good"))
        .toCompletableFuture();

    assertThat(theirPromise).isNotDone();
    assertThat(ourPromise).isCompletedWithValue("good");
    assertThat(faults).hasSize(1);
  }
}
