package dev.recloser.timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.Call;
import dev.recloser.CallInterruptedException;
import dev.recloser.Deadline;
import dev.recloser.Pipeline;
import dev.recloser.TimeoutExceededException;
import dev.recloser.bulkhead.Bulkhead;
import dev.recloser.time.ManualTimeSource;
import dev.recloser.timeout.TimeoutEvent.CallbackFailed;
import dev.recloser.timeout.TimeoutEvent.TimedOut;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TimeoutTest {
  private static final Duration LIMIT = Duration.ofSeconds(1);

  private final ManualTimeSource time = new ManualTimeSource();
  private final Timeout timeout =
      Timeout.builder("t").limit(LIMIT).timeSource(time).build();
  private final List<TimeoutEvent> events = new ArrayList<>();

  @AfterEach
  void leavesNothingBehind() {
    assertThat(time.pendingTimers()).as("timers").isZero();
    assertThat(Thread.interrupted()).as("interrupt flag").isFalse();
    assertThat(Call.current().deadline()).as("deadline").isEmpty();
  }

  @Nested
  class Blocking {

    @Test
    void aCallThatEndsInTimeIsLeftAlone() {
      String result = timeout.call(() -> {
        time.advance(LIMIT.minusNanos(1));
        return "body";
      });
      assertThat(result).isEqualTo("body");
    }

    @Test
    void aCallThatSleepsTooLongIsInterruptedAtTheLimit() {
      assertThatThrownBy(() -> timeout.run(() -> time.sleep(Duration.ofSeconds(5))))
          .isInstanceOf(TimeoutExceededException.class)
          .hasMessage("'t' did not end within PT1S")
          .satisfies(thrown -> assertThat(thrown.getSuppressed())
              .singleElement()
              .isInstanceOf(InterruptedException.class));
      assertThat(time.elapsed()).isEqualTo(LIMIT);
    }

    // C88
    @Test
    void aTaskThatIgnoresTheInterruptLosesItsResultAndTheFlagIsTakenBack() {
      assertThatThrownBy(() -> timeout.call(() -> {
            time.advance(Duration.ofSeconds(2));
            return "late";
          }))
          .isInstanceOf(TimeoutExceededException.class);
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    // C88
    @Test
    void anInterruptFromOutsideIsKept() {
      assertThatThrownBy(() -> timeout.call(() -> {
            Thread.currentThread().interrupt();
            time.advance(Duration.ofSeconds(2));
            return "late";
          }))
          .isInstanceOf(TimeoutExceededException.class);
      assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void anInterruptFromOutsideBeforeTheLimitIsTheTasksAffair() {
      time.schedule(Duration.ofMillis(500), Thread.currentThread()::interrupt);
      assertThatThrownBy(() -> timeout.run(() -> time.sleep(Duration.ofSeconds(5))))
          .isInstanceOf(InterruptedException.class);
    }

    @Test
    void whatTheTaskThrowsInTimeArrivesUnchanged() {
      IOException own = new IOException();
      assertThatThrownBy(() -> timeout.run(() -> {
            throw own;
          }))
          .isSameAs(own);
    }

    @Test
    void theTaskKnowsItsDeadline() {
      timeout.run(() -> {
        time.advance(Duration.ofMillis(400));
        assertThat(Call.current().remaining()).isEqualTo(Duration.ofMillis(600));
      });
    }

    @Test
    void theEarlierDeadlineHolds() {
      Call outer = Call.enter(Call.current().within(Deadline.after(Duration.ofMillis(300), time)));
      try {
        assertThatThrownBy(() -> timeout.run(() -> time.sleep(Duration.ofSeconds(5))))
            .hasMessage("'t' did not end within PT0.3S");
        assertThat(time.elapsed()).isEqualTo(Duration.ofMillis(300));
        assertThatThrownBy(() -> timeout.run(() -> events.clear()))
            .hasMessage("'t' did not end within PT0S");
      } finally {
        Call.enter(outer);
      }
    }

    @Test
    void nestedOnesEachInterruptWhatIsTheirs() {
      Timeout total = Timeout.builder("total")
          .limit(Duration.ofMillis(2_500))
          .timeSource(time)
          .build();
      List<Duration> ends = new ArrayList<>();
      assertThatThrownBy(() -> total.run(() -> {
            for (int attempt = 1; attempt <= 5; attempt++) {
              sleepTooLong(ends);
            }
          }))
          .isInstanceOf(TimeoutExceededException.class)
          .hasMessageContaining("total");
      // The third attempt ends with the call as a whole: the total timeout interrupts it.
      assertThat(ends).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2));
    }

    private void sleepTooLong(List<Duration> ends) throws InterruptedException {
      try {
        timeout.run(() -> time.sleep(Duration.ofSeconds(5)));
      } catch (TimeoutExceededException e) {
        ends.add(time.elapsed());
      }
    }
  }

  @Nested
  class Async {
    private final CompletableFuture<String> stage = new CompletableFuture<>();

    @Test
    void aStageThatCompletesInTimeLeavesNoTimer() {
      CompletableFuture<String> future = timeout.callAsync(() -> stage);
      assertThat(time.pendingTimers()).isEqualTo(1);
      stage.complete("body");
      assertThat(future).isCompletedWithValue("body");
    }

    // E30: the peer leaves the timers of failed stages queued.
    @Test
    void aStageThatFailsLeavesNoTimer() {
      IOException own = new IOException();
      CompletableFuture<String> future = timeout.callAsync(() -> stage.thenApply(body -> body));
      stage.completeExceptionally(own);
      assertThat(future.handle((body, failure) -> failure).join()).isSameAs(own);
    }

    @Test
    void aStageThatIsTooSlowIsCancelledAtTheLimit() {
      CompletableFuture<String> future = timeout.callAsync(() -> stage);
      time.advance(LIMIT.minusNanos(1));
      assertThat(future).isNotDone();
      time.advance(Duration.ofNanos(1));
      assertThat(future.handle((body, failure) -> failure).join())
          .isInstanceOf(TimeoutExceededException.class);
      assertThat(stage).isCancelled();
    }

    @Test
    void whatTheCallHeldIsBackBeforeThoseWhoWaitForItGoOn() {
      Bulkhead one = Bulkhead.of("one", 1);
      AtomicInteger running = new AtomicInteger(-1);
      var unused = Pipeline.builder("test")
          .bulkhead(one)
          .timeout(timeout)
          .build()
          .callAsync(() -> stage)
          .whenComplete((body, failure) -> running.set(one.snapshot().running()));

      time.advance(LIMIT);

      assertThat(running).hasValue(0);
    }

    @Test
    void theTimerIsGoneBeforeThoseWhoWaitForTheCallGoOn() {
      List<Integer> timers = new ArrayList<>();
      var unused = timeout
          .callAsync(() -> stage.copy())
          .whenComplete((body, failure) -> timers.add(time.pendingTimers()));
      stage.complete("body");

      CompletableFuture<String> failing = new CompletableFuture<>();
      var unusedToo = timeout
          .callAsync(() -> failing)
          .whenComplete((body, failure) -> timers.add(time.pendingTimers()));
      failing.completeExceptionally(new IOException());

      assertThat(timers).containsExactly(0, 0);
    }

    @Test
    @org.junit.jupiter.api.Timeout(20)
    void aStageWhoseCancellingWaitsForTheCallerHoldsUpNobody() {
      CompletableFuture<CompletableFuture<String>> returned = new CompletableFuture<>();
      var unused = stage.whenComplete(
          (body, failure) -> returned.join().exceptionally(e -> "").join());
      returned.complete(Timeout.of("own", Duration.ofMillis(20)).callAsync(() -> stage));

      assertThatThrownBy(returned.join()::join).hasCauseInstanceOf(TimeoutExceededException.class);
      assertThat(stage).isCancelled();
    }

    // C59
    @Test
    void aLateResultIsDropped() {
      CompletableFuture<String> future = timeout.callAsync(stage::minimalCompletionStage);
      time.advance(LIMIT);
      stage.complete("late");
      assertThat(future).isCompletedExceptionally();
    }

    @Test
    void cancellingTheFutureCancelsTheStageAndTheTimer() {
      timeout.callAsync(() -> stage).cancel(true);
      assertThat(stage).isCancelled();
    }

    @Test
    void aCompletedStageNeedsNoTimer() {
      assertThat(timeout.callAsync(() -> CompletableFuture.completedFuture("body")))
          .isCompletedWithValue("body");
    }

    @Test
    void whatTheTaskThrowsIsAFailedFuture() {
      CompletableFuture<String> future = timeout.callAsync(() -> {
        throw new IOException("own");
      });
      assertThatThrownBy(future::join).hasRootCauseMessage("own");
    }

    @Test
    void noTimeLeftIsAFailedFuture() {
      Call outer = Call.enter(Call.current().within(Deadline.after(Duration.ZERO, time)));
      try {
        assertThatThrownBy(timeout.callAsync(() -> stage)::join)
            .hasCauseInstanceOf(TimeoutExceededException.class);
      } finally {
        Call.enter(outer);
      }
    }
  }

  @Nested
  class PerCall {

    @Test
    void theLimitMayDependOnTheCall() {
      Timeout growing = Timeout.builder("g")
          .limit(call -> LIMIT.multipliedBy(call.attempt()), LIMIT)
          .timeSource(time)
          .build();
      Call outer = Call.enter(Call.current().atAttempt(3));
      try {
        assertThatThrownBy(() -> growing.run(() -> time.sleep(Duration.ofSeconds(9))))
            .hasMessageContaining("PT3S");
      } finally {
        Call.enter(outer);
      }
    }

    @Test
    void aFunctionThatFailsIsReplacedByTheLastGoodLimit() {
      List<Duration> limits = new ArrayList<>(List.of(Duration.ofSeconds(2), Duration.ZERO));
      Timeout broken = Timeout.builder("b")
          .limit(call -> limits.remove(0), LIMIT)
          .timeSource(time)
          .build();
      broken.on(CallbackFailed.class, events::add);
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> broken.run(() -> time.sleep(Duration.ofSeconds(9))))
            .hasMessageContaining("PT2S");
      }
      assertThat(events).hasSize(2);
    }
  }

  @Test
  void aTimeoutIsTold() {
    timeout.on(TimedOut.class, events::add);
    assertThatThrownBy(() -> timeout.run(() -> time.sleep(Duration.ofSeconds(5))))
        .isInstanceOf(TimeoutExceededException.class);
    var unused = timeout.callAsync(() -> new CompletableFuture<String>());
    time.advance(LIMIT);
    assertThat(events)
        .hasSize(2)
        .allSatisfy(event -> assertThat(((TimedOut) event).timeout()).isEqualTo(LIMIT));
  }

  @Test
  void aTimeoutIsToldBeforeItsCallerGoesOn() {
    List<String> order = new ArrayList<>();
    timeout.onEvent(event -> order.add("told"));
    var unused = timeout
        .callAsync(() -> new CompletableFuture<String>())
        .whenComplete((body, failure) -> order.add("went on"));
    time.advance(LIMIT);
    assertThat(order).containsExactly("told", "went on");
  }

  @Test
  void badSettingsAreNamed() {
    assertThatThrownBy(() -> Timeout.of("t", Duration.ZERO))
        .hasMessage("limit must be positive, but was PT0S");
    assertThatThrownBy(() -> Timeout.builder("t").build())
        .hasMessage("limit must be set: there is no default");
    assertThatThrownBy(() -> Timeout.of(" ", LIMIT))
        .hasMessage("name must not be blank, but was \" \"");
  }

  @Test
  void interruptionOfAWaitingPolicyIsNotSeenOutside() {
    assertThatThrownBy(() -> timeout.run(() -> {
          try {
            time.sleep(Duration.ofSeconds(5));
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallInterruptedException("waiting", e);
          }
        }))
        .isInstanceOf(TimeoutExceededException.class);
  }
}
