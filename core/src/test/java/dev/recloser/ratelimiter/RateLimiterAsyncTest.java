package dev.recloser.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.Call;
import dev.recloser.Deadline;
import dev.recloser.ForwardingTime;
import dev.recloser.Pipeline;
import dev.recloser.time.ManualTimeSource;
import dev.recloser.time.TimeSource;
import dev.recloser.time.Timer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Calls that wait without a thread. */
class RateLimiterAsyncTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualTimeSource time = new ManualTimeSource();
  private final List<String> passed = new ArrayList<>();
  private final RateLimiter limiter = limiter(1, time);

  @Test
  void aFreePermitStartsTheTaskAtOnceOnTheSameThread() {
    CompletableFuture<String> future = call("a");

    assertThat(future).isCompletedWithValue("a");
    assertThat(time.pendingTimers()).isZero();
  }

  @Test
  void othersAreStartedByTimersInTheOrderTheyCame() {
    List<CompletableFuture<String>> calls = List.of(call("a"), call("b"), call("c"), call("d"));

    assertThat(time.pendingTimers()).isEqualTo(3);
    assertThat(limiter.snapshot().waiting()).isEqualTo(3);
    time.advance(Duration.ofMillis(199));
    time.advance(Duration.ofMillis(1));
    time.advance(Duration.ofMillis(100));

    assertThat(passed).containsExactly("a@0", "b@100", "c@200", "d@300");
    assertThat(calls).allSatisfy(call -> assertThat(call).isCompleted());
    assertThat(time.pendingTimers()).isZero();
  }

  // C97
  @Test
  void aHopelessWaitIsAFailedFutureAtOnce() {
    for (int i = 0; i < 11; i++) {
      ask("waits");
    }
    CompletableFuture<String> refused = call("never");

    assertThat(refused).isCompletedExceptionally();
    assertThatThrownBy(refused::join)
        .hasCauseInstanceOf(RateLimitedException.class)
        .hasMessageEndingWith("retry after PT1.1S");
    assertThat(time.pendingTimers()).isEqualTo(10);
    assertThat(limiter.snapshot().rejected()).isEqualTo(1);
  }

  @Test
  void cancellingTheLastInLineMovesTheEndOfTheLineBack() {
    ask("a");
    ask("b");
    CompletableFuture<String> last = call("c");

    last.cancel(true);
    ask("d");
    assertThat(time.pendingTimers()).isEqualTo(2);
    time.advance(SECOND);

    assertThat(passed).containsExactly("a@0", "b@100", "d@200");
    assertThat(time.pendingTimers()).isZero();
  }

  // No capacity is lost: the next who asks gets the instant. Nobody else's changes.
  @Test
  void anInstantGivenBackInTheMiddleOfTheLineGoesToTheNextWhoAsks() {
    ask("a");
    CompletableFuture<String> first = call("b");
    ask("c");
    ask("d");

    first.cancel(true);
    assertThat(limiter.snapshot().retryAfter()).isEqualTo(Duration.ofMillis(100));
    ask("e");
    ask("f");
    time.advance(SECOND);

    assertThat(passed).containsExactly("a@0", "e@100", "c@200", "d@300", "f@400");
  }

  // Never more than the rate: what nobody asked for in time is gone, as it is when nobody waits.
  @Test
  void anInstantThatHasPassedUnusedIsNotMadeUpForWhereNothingIsSavedUp() {
    ask("a");
    CompletableFuture<String> first = call("b");
    ask("c");
    ask("d");
    first.cancel(true);

    time.advance(Duration.ofMillis(101));
    assertThat(limiter.tryAcquire()).isFalse();
    ask("e");
    time.advance(SECOND);

    assertThat(passed).containsExactly("a@0", "c@200", "d@300", "e@400");
  }

  @Test
  void anInstantThatHasPassedUnusedIsSavedUpWhereThereIsRoom() {
    RateLimiter bursty = limiter(2, time);
    bursty.acquire();
    ask(bursty, "a");
    CompletableFuture<String> first = call(bursty, "b");
    ask(bursty, "c");
    ask(bursty, "d");
    first.cancel(true);

    time.advance(Duration.ofMillis(150));
    assertThat(bursty.snapshot().available()).isEqualTo(1);
    ask(bursty, "e");
    ask(bursty, "f");
    time.advance(SECOND);

    assertThat(passed).containsExactly("a@0", "e@150", "c@200", "d@300", "f@400");
  }

  @Test
  void aLineThatHasAllGoneLeavesNothingBehind() {
    ask("a");
    List<CompletableFuture<String>> calls = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      calls.add(call("never"));
    }

    calls.forEach(call -> call.cancel(true));

    assertThat(time.pendingTimers()).isZero();
    assertThat(limiter.snapshot())
        .isEqualTo(new RateLimiterSnapshot("r", 0, 0, Duration.ofMillis(100), 0));
    time.advance(Duration.ofMillis(130));
    assertThat(limiter.tryAcquire()).isTrue();
    time.advance(Duration.ofMillis(99));
    assertThat(limiter.tryAcquire()).isFalse();
    time.advance(Duration.ofMillis(1));
    assertThat(limiter.tryAcquire()).isTrue();
  }

  @Test
  void anyEndOfTheFutureFromOutsideEndsTheWait() {
    ask("a");
    CompletableFuture<String> completed = call("b");
    CompletableFuture<String> failed = call("c");

    completed.complete("other");
    failed.completeExceptionally(new IOException());
    time.advance(SECOND);

    assertThat(passed).containsExactly("a@0");
    assertThat(time.pendingTimers()).isZero();
  }

  @Test
  void cancellingAfterTheWaitCancelsWhatRuns() {
    ask("a");
    CompletableFuture<String> stage = new CompletableFuture<>();
    CompletableFuture<String> future = limiter.callAsync(() -> stage);
    time.advance(Duration.ofMillis(100));
    assertThat(stage).isNotDone();

    future.cancel(true);

    assertThat(stage).isCancelled();
    assertThat(limiter.tryAcquire()).isFalse(); // the permit has been used
  }

  @Test
  void whatFailsAfterTheWaitFailsWithTheRawCause() {
    IOException failure = new IOException();
    ask("a");
    CompletableFuture<String> thrown = limiter.callAsync(() -> {
      throw failure;
    });
    CompletableFuture<String> failed =
        limiter.callAsync(() -> CompletableFuture.failedFuture(failure));
    time.advance(SECOND);

    assertThat(thrown.handle((value, cause) -> cause).join()).isSameAs(failure);
    assertThat(failed.handle((value, cause) -> cause).join()).isSameAs(failure);
  }

  @Test
  void theCallGoesAlongAndItsDeadlineBoundsTheWait() {
    ask("a");
    List<Call> seen = new ArrayList<>();
    Call call = Call.current().atAttempt(7).within(Deadline.after(Duration.ofMillis(150), time));
    Call outer = Call.enter(call);
    CompletableFuture<String> within;
    CompletableFuture<String> tooLate;
    try {
      within = limiter.callAsync(() -> {
        seen.add(Call.current());
        return CompletableFuture.completedFuture("b");
      });
      tooLate = call("never");
    } finally {
      Call.enter(outer);
    }

    assertThat(tooLate).isCompletedExceptionally();
    time.advance(SECOND);

    assertThat(within).isCompletedWithValue("b");
    assertThat(seen).containsExactly(call);
    assertThat(Call.current()).isSameAs(outer);
  }

  @Test
  void aTimerThatCannotBeSetFailsTheFutureAndGivesThePermitBack() {
    TimeSource full = new ForwardingTime(time) {
      @Override
      public Timer schedule(Duration delay, Runnable task) {
        throw new RejectedExecutionException("full");
      }
    };
    RateLimiter untimed = limiter(1, full);
    untimed.acquire();

    CompletableFuture<String> future = call(untimed, "never");

    assertThatThrownBy(future::join).hasCauseInstanceOf(RejectedExecutionException.class);
    assertThat(untimed.snapshot().waiting()).isZero();
  }

  @Test
  void goesIntoAPipeline() {
    Pipeline pipeline = Pipeline.builder("p")
        .timeout(Duration.ofMillis(250))
        .timeSource(time)
        .policy(limiter)
        .build();
    ask("a");
    List<CompletableFuture<String>> calls = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String name = "p" + i;
      calls.add(pipeline.callAsync(() -> task(name)));
    }
    time.advance(SECOND);

    assertThat(passed).containsExactly("a@0", "p0@100", "p1@200");
    assertThat(calls)
        .extracting(CompletableFuture::isCompletedExceptionally)
        .containsExactly(false, false, true, true);
    assertThat(pipeline.<String, RuntimeException>call(() -> "sync")).isEqualTo("sync");
  }

  private void ask(String name) {
    ask(limiter, name);
  }

  private void ask(RateLimiter by, String name) {
    var unused = call(by, name);
  }

  private CompletableFuture<String> call(String name) {
    return call(limiter, name);
  }

  private CompletableFuture<String> call(RateLimiter by, String name) {
    return by.callAsync(() -> task(name));
  }

  private CompletableFuture<String> task(String name) {
    passed.add(name + "@" + time.elapsed().toMillis());
    return CompletableFuture.completedFuture(name);
  }

  private static RateLimiter limiter(int burst, TimeSource time) {
    return RateLimiter.builder("r")
        .rate(10, SECOND)
        .burst(burst)
        .maxWait(SECOND)
        .timeSource(time)
        .build();
  }
}
