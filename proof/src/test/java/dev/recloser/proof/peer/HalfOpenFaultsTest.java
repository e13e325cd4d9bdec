package dev.recloser.proof.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.Permit;
import dev.recloser.time.ManualTimeSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What becomes of the slots and the verdict of a half-open breaker. */
class HalfOpenFaultsTest {
  private final ManualTimeSource time = new ManualTimeSource();

  @Test
  @Experiment(
      value = "E2",
      peer =
          "a probe that ends by an `Error` loses its permit; after as many as there are, it rejects for ever",
      ours = "the slot is given back")
  void anErrorGivesTheSlotBack() {
    CircuitBreaker ours = Ours.cooledDown(time, 2);
    var theirs = Theirs.halfOpen(2);
    assertThatThrownBy(() -> ours.run(HalfOpenFaultsTest::overflow))
        .isInstanceOf(StackOverflowError.class);
    assertThatThrownBy(() -> ours.call(() -> {
          overflow();
          return "unreachable";
        }))
        .isInstanceOf(StackOverflowError.class);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> theirs.executeRunnable(HalfOpenFaultsTest::overflow))
          .isInstanceOf(StackOverflowError.class);
    }

    assertThat(theirs.getState().name()).isEqualTo("HALF_OPEN");
    assertThat(theirs.getMetrics().getNumberOfBufferedCalls()).isZero();
    assertThat(theirs.tryAcquirePermission()).isFalse();
    Ours.succeed(ours);
    Ours.succeed(ours);
    assertThat(ours.state()).isEqualTo(State.CLOSED);
  }

  private static void overflow() {
    throw new StackOverflowError();
  }

  @Test
  @Experiment(
      value = "E3",
      peer = "a stage that fails with an `Error` loses its permit too",
      ours = "the slot is given back")
  void aStageThatFailsWithAnErrorGivesTheSlotBack() {
    CircuitBreaker ours = Ours.cooledDown(time, 1);
    var theirs = Theirs.halfOpen(1);

    assertThat(ours.callAsync(() -> CompletableFuture.failedFuture(new AssertionError())))
        .isCompletedExceptionally();
    assertThat(theirs
            .executeCompletionStage(() -> CompletableFuture.failedFuture(new AssertionError()))
            .toCompletableFuture())
        .isCompletedExceptionally();

    assertThat(theirs.getState().name()).isEqualTo("HALF_OPEN");
    assertThat(theirs.tryAcquirePermission()).isFalse();
    assertThat(ours.admits()).isTrue();
  }

  @Test
  @Experiment(
      value = "E4",
      peer = "ignored failures of calls from before mint permits: 6 probes pass where 1 may",
      ours = "a straggler touches no slot: 1 passes")
  void stragglersMintNoSlots() {
    CircuitBreaker ours =
        Ours.settings(time, 1).ignore(IllegalStateException.class).build();
    List<Permit> permits = Stream.generate(ours::acquire).limit(5).toList();
    Ours.coolDown(time, ours);
    var theirs = Theirs.closed(Theirs.config()
        .permittedNumberOfCallsInHalfOpenState(1)
        .ignoreException(IllegalStateException.class::isInstance));
    for (int i = 0; i < 5; i++) {
      theirs.acquirePermission();
    }
    Theirs.reopen(theirs);

    for (Permit permit : permits) {
      permit.failed(new IllegalStateException());
      Theirs.fail(theirs, new IllegalStateException());
    }

    assertThat(Theirs.drain(theirs)).isEqualTo(6);
    assertThat(Ours.drain(ours)).isEqualTo(1);
  }

  @Test
  @Experiment(
      value = "E5",
      peer = "the failure of a call from before reopens it, with no probe sent",
      ours = "only probes decide")
  void aStragglersFailureDoesNotReopen() {
    CircuitBreaker ours = Ours.settings(time, 1).build();
    Permit straggler = ours.acquire();
    Ours.coolDown(time, ours);
    Permit probe = ours.acquire();
    var theirs = withACallFromBefore();

    straggler.failed(new IllegalStateException());
    Theirs.fail(theirs, new IllegalStateException());

    assertThat(theirs.getState().name()).isEqualTo("OPEN");
    assertThat(ours.state()).isEqualTo(State.HALF_OPEN);
    probe.succeeded();
    assertThat(ours.state()).isEqualTo(State.CLOSED);
  }

  @Test
  @Experiment(
      value = "E6",
      peer = "the success of a call from before closes it, with no probe sent",
      ours = "only probes decide")
  void aStragglersSuccessDoesNotClose() {
    CircuitBreaker ours = Ours.settings(time, 1).build();
    Permit straggler = ours.acquire();
    Ours.coolDown(time, ours);
    Permit probe = ours.acquire();
    var theirs = withACallFromBefore();

    straggler.succeeded();
    Theirs.succeed(theirs);

    assertThat(theirs.getState().name()).isEqualTo("CLOSED");
    assertThat(ours.state()).isEqualTo(State.HALF_OPEN);
    probe.failed(new IllegalStateException());
    assertThat(ours.state()).isEqualTo(State.OPEN);
  }

  private static io.github.resilience4j.circuitbreaker.CircuitBreaker withACallFromBefore() {
    var theirs = Theirs.closed(Theirs.config().permittedNumberOfCallsInHalfOpenState(1));
    theirs.acquirePermission();
    Theirs.reopen(theirs);
    return theirs;
  }

  @Test
  @Experiment(
      value = "E11",
      peer = "a guarded future that is cancelled and never read loses its permit",
      ours = "cancelling gives the slot back")
  void cancellingAFutureGivesTheSlotBack() {
    CircuitBreaker ours = Ours.cooledDown(time, 1);
    var theirs = Theirs.halfOpen(1);
    Future<String> read = theirs.<String>decorateFuture(CompletableFuture::new).get();

    assertThat(ours.callAsync(CompletableFuture::new).cancel(true)).isTrue();
    assertThat(read.cancel(true)).isTrue();

    assertThat(theirs.tryAcquirePermission()).isFalse();
    assertThat(ours.admits()).isTrue();
  }

  @Test
  @Experiment(
      value = "E12",
      peer = "cancelling the promise neither cancels the source nor frees the permit",
      ours = "it does both")
  void cancellingAPromiseCancelsTheSource() {
    CircuitBreaker ours = Ours.cooledDown(time, 1);
    var theirs = Theirs.halfOpen(1);
    CompletableFuture<String> ourSource = new CompletableFuture<>();
    CompletableFuture<String> theirSource = new CompletableFuture<>();

    assertThat(ours.callAsync(() -> ourSource).cancel(true)).isTrue();
    assertThat(theirs
            .executeCompletionStage(() -> theirSource)
            .toCompletableFuture()
            .cancel(true))
        .isTrue();

    assertThat(theirSource).isNotDone();
    assertThat(theirs.tryAcquirePermission()).isFalse();
    assertThat(ourSource).isCancelled();
    assertThat(ours.admits()).isTrue();
  }

  @Test
  @Experiment(
      value = "E14",
      peer = "of 10 probes it judges by the first 2 when the minimum of calls is 2",
      ours = "closes when the rest cannot change it: after 6 good ones at a rate of 0.5")
  void closesWhenTheRestCannotChangeIt() {
    CircuitBreaker ours = Ours.cooledDown(time, 10);
    var theirs = Theirs.halfOpen(Theirs.config().minimumNumberOfCalls(2), 10);

    for (int i = 0; i < 2; i++) {
      Ours.succeed(ours);
      Theirs.succeed(theirs);
    }

    assertThat(theirs.getState().name()).isEqualTo("CLOSED");
    for (int i = 2; i < 6; i++) {
      assertThat(ours.state()).isEqualTo(State.HALF_OPEN);
      Ours.succeed(ours);
    }
    assertThat(ours.state()).isEqualTo(State.CLOSED);
  }

  @Test
  @Experiment(
      value = "E15",
      peer = "lets all 10 probes fail before it reopens",
      ours = "reopens when the rest cannot change it: after 5 bad ones at a rate of 0.5")
  void reopensWhenTheRestCannotChangeIt() {
    CircuitBreaker ours = Ours.cooledDown(time, 10);
    var theirs = Theirs.halfOpen(10);

    int theirProbes = 0;
    while (theirs.tryAcquirePermission()) {
      Theirs.fail(theirs, new IllegalStateException());
      theirProbes++;
    }
    int ourProbes = 0;
    while (ours.admits()) {
      Ours.fail(ours);
      ourProbes++;
    }

    assertThat(theirProbes).isEqualTo(10);
    assertThat(ourProbes).isEqualTo(5);
    assertThat(ours.state()).isEqualTo(State.OPEN);
  }
}
