package dev.recloser.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.Backoff;
import dev.recloser.ForwardingTime;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.CallbackFailed;
import dev.recloser.time.ManualTimeSource;
import dev.recloser.time.TimeSource;
import dev.recloser.time.Timer;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Exceptions, rules, time sources and settings that do what they should not. */
class HostileUserTest {

  /** Throws when it is asked for its cause, and for anything else. */
  private static final class Unaskable extends CompletionException {
    private static final long serialVersionUID = 1L;

    Unaskable() {
      super("unaskable");
    }

    @Override
    public synchronized Throwable getCause() {
      throw new IllegalStateException("asked for the cause");
    }

    @Override
    public String getMessage() {
      throw new StackOverflowError("asked for a text");
    }
  }

  @Nested
  class Exceptions {

    @Test
    void oneThatCannotBeAskedForItsCauseIsAFailureAndReachesItsCaller() {
      Play play = Play.with(b -> b.recovery(Recovery.consecutive(1))).cooledDown();
      Unaskable own = new Unaskable();
      boolean same = false;
      try {
        play.breaker.run(() -> {
          throw own;
        });
      } catch (Unaskable thrown) {
        same = thrown == own;
      }
      assertThat(same).isTrue();
      play.is(State.OPEN).recovers();
    }

    @Test
    void oneThatCannotBeAskedForItsCauseCompletesTheFuture() {
      Play play = Play.with(b -> b.recovery(Recovery.consecutive(1))).cooledDown();
      CompletableFuture<String> stage = new CompletableFuture<>();
      CompletableFuture<String> future = play.breaker.callAsync(() -> stage);
      stage.completeExceptionally(new Unaskable());
      assertThat(future.isCompletedExceptionally()).isTrue();
      play.is(State.OPEN).recovers();
    }

    @Test
    void oneThatCannotBePrintedIsKeptFromTheLog() {
      CircuitBreaker unheard = CircuitBreaker.builder("b")
          .failOn(failure -> {
            throw new Unaskable();
          })
          .build();
      IOException own = new IOException();
      assertThatThrownBy(() -> unheard.run(() -> {
            throw own;
          }))
          .isSameAs(own);
    }

    @Test
    void aWrapperThatTheTaskItselfThrowsIsTakenOffForAFuture() {
      IOException cause = new IOException();
      CompletableFuture<String> future = Play.small().breaker.callAsync(() -> {
        throw new CompletionException(cause);
      });
      assertThat(future.handle((value, failure) -> failure).join()).isSameAs(cause);
    }

    @Test
    void anInterruptionThatAnAsyncTaskThrowsLeavesTheFlag() {
      var unused = Play.small().breaker.<String>callAsync(() -> {
        throw new InterruptedException();
      });
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void aProbeAtTheEndOfTheStackDoesNotLeaveItsThreadBehind() throws Exception {
    Play play = Play.with(b -> b.recovery(Recovery.consecutive(1))).cooledDown();
    Thread deep = new Thread(null, () -> descend(play, 1_000_000), "deep", 1 << 18);
    deep.start();
    deep.join();
    play.recovers();
  }

  /** Makes a probe at every depth, up from the end of the stack. */
  private static int descend(Play play, int deeper) {
    try {
      int calls = deeper == 0 ? 0 : descend(play, deeper - 1);
      play.breaker.trip(Duration.ofNanos(1), "once more");
      play.advanceMillis(1);
      return calls + play.breaker.callOrElse(() -> 1, rejection -> 0);
    } catch (VirtualMachineError e) {
      // Where a lambda is linked for the first time the JVM throws an InternalError around it.
      return 0;
    }
  }

  @Nested
  class Rules {

    private RuleWindow windowWithoutReading() {
      return new RuleWindow() {

        @Override
        public boolean record(boolean failed, long durationNanos, long nowNanos) {
          return failed;
        }

        @Override
        public boolean exceeded(long nowNanos) {
          return true;
        }

        @Override
        @SuppressWarnings("NullAway") // What a careless user would return.
        public RuleSnapshot snapshot(long nowNanos) {
          return null;
        }
      };
    }

    @Test
    void aWindowThatGivesNoReadingTripsAllTheSame() {
      Play play = Play.with(b -> b.tripWhen(now -> windowWithoutReading()));
      play.calls("F").is(State.OPEN);
      assertThat(play.events(CallbackFailed.class)).isNotEmpty();
      play.breaker.forceOpen();
      assertThat(play.path()).containsExactly(State.OPEN, State.FORCED_OPEN);
    }

    @Test
    @SuppressWarnings("NullAway") // What a careless user would return.
    void aRuleThatGivesNoWindowIsTold() {
      Play play = Play.with(b -> b.tripWhen(TripRule.consecutiveFailures(2), now -> null));
      play.breaker.reset();
      assertThat(play.events(CallbackFailed.class)).isNotEmpty();
      play.calls("FF").is(State.OPEN);
    }

    @Test
    void oneOfATimeWindowThatComesDuringACallSeesTheRightTime() {
      Play play = Play.with(b -> b.tripWhen(TripRule.consecutiveFailures(100)));
      CircuitBreaker quiet = CircuitBreaker.builder("b")
          .tripWhen(TripRule.consecutiveFailures(100))
          .timeSource(play.time)
          .build();
      play.advanceMillis(2_000); // Past the wrap: the reading is negative.
      RateRule rule = TripRule.failureRate(0.5).over(Duration.ofSeconds(10)).minimumCalls(4);
      quiet.call(() -> {
        quiet.reconfigure(quiet.config().toBuilder().tripWhen(rule).build());
        return 1;
      });
      quiet.acquire().close();
      quiet.acquire().close();
      play.advance(Duration.ofDays(300));
      quiet.acquire().close();
      quiet.acquire().close();
      assertThat(quiet.snapshot().rules().get(0).calls()).isEqualTo(2);
      assertThat(quiet.state()).isEqualTo(State.CLOSED);
    }

    @Test
    void thoseOfMetricsOnlyThatAreGoneAreForgotten() {
      Play play = Play.small();
      play.breaker.metricsOnly();
      play.calls("FFFF");
      for (int failures = 1; failures < 50; failures++) {
        TripRule rule = TripRule.consecutiveFailures(failures);
        play.breaker.reconfigure(
            play.breaker.config().toBuilder().tripWhen(rule).build());
        play.calls("F".repeat(failures));
      }
      assertThat(((MetricsOnly) epochOf(play)).exceededCount()).isEqualTo(1);
    }

    private Epoch epochOf(Play play) {
      return play.breaker.epoch();
    }
  }

  @Test
  void aWindowIsRefilledWhileCallsAreRecorded() throws Exception {
    RateRule small = TripRule.failureRate(1).overCalls(1_000);
    RateRule large = TripRule.failureRate(1).overCalls(2_000);
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      for (int round = 0; round < 300; round++) {
        CircuitBreaker breaker = CircuitBreaker.builder("b").tripWhen(small).build();
        Future<?> calls = other.submit(() -> {
          for (int i = 0; i < 900; i++) {
            breaker.run(() -> {});
          }
        });
        breaker.reconfigure(breaker.config().toBuilder().tripWhen(large).build());
        calls.get();
        assertThat(breaker.snapshot().rules().get(0).calls()).isLessThanOrEqualTo(900);
      }
    } finally {
      other.shutdownNow();
    }
  }

  @Nested
  class Time {

    /** Manual time that sets no timer. */
    private static final class Timerless extends ForwardingTime {

      Timerless(ManualTimeSource manual) {
        super(manual);
      }

      @Override
      public Timer schedule(Duration delay, Runnable task) {
        throw new RejectedExecutionException("shut down");
      }
    }

    @Test
    void aTimerThatCannotBeSetHoldsUpNothing() {
      ManualTimeSource manual = new ManualTimeSource();
      List<String> told = new ArrayList<>();
      CircuitBreaker breaker = CircuitBreaker.builder("b")
          .tripWhen(TripRule.consecutiveFailures(1))
          .cooldown(Backoff.fixed(Play.COOLDOWN))
          .eagerHalfOpen(true)
          .timeSource(new Timerless(manual))
          .build();
      breaker.onEvent(event -> told.add(event.getClass().getSimpleName()));
      IOException own = new IOException();
      assertThatThrownBy(() -> breaker.run(() -> {
            throw own;
          }))
          .isSameAs(own);
      assertThat(told).containsExactly("Finished", "Tripped", "CallbackFailed");
      manual.advance(Play.COOLDOWN);
      assertThat(breaker.admits()).isTrue();
    }

    @Test
    void aTimerOnAnotherTimeDoesNotEndTheCooldown() {
      ManualTimeSource timers = new ManualTimeSource();
      Instant[] now = {Instant.EPOCH};
      TimeSource still = TimeSource.from(Clock.fixed(now[0], ZoneOffset.UTC));
      CircuitBreaker breaker = CircuitBreaker.builder("b")
          .tripWhen(TripRule.consecutiveFailures(1))
          .cooldown(Backoff.fixed(Play.COOLDOWN))
          .eagerHalfOpen(true)
          .timeSource(new Split(still, timers))
          .build();
      breaker.acquire().close();
      timers.advance(Duration.ofSeconds(15));
      assertThat(breaker.state()).isEqualTo(State.OPEN);
      assertThat(timers.pendingTimers()).isEqualTo(1);
      breaker.reset();
      assertThat(timers.pendingTimers()).isZero();
    }

    /** Reads one time, and sets its timers on another. */
    private static final class Split extends ForwardingTime {
      private final ManualTimeSource timers;

      Split(TimeSource reading, ManualTimeSource timers) {
        super(reading);
        this.timers = timers;
      }

      @Override
      public Timer schedule(Duration delay, Runnable task) {
        return timers.schedule(delay, task);
      }
    }
  }

  @Test
  void aHandDoesNotUndoTheDoublingOfLeases() {
    Duration lease = Duration.ofSeconds(5);
    Play play = Play.with(b -> b.recovery(Recovery.consecutive(1).lease(lease))).cooledDown();
    play.breaker.acquire();
    play.advance(lease).breaker.acquire();
    play.breaker.trip(Duration.ofSeconds(1), "by hand");
    play.advanceMillis(1_000).breaker.acquire();
    play.advance(lease.multipliedBy(2).minusNanos(1))
        .calls("R")
        .advance(Duration.ofNanos(1))
        .calls("S");
  }

  @Test
  void aWindowThatNoHeapHoldsIsRefused() {
    assertThatThrownBy(() -> TripRule.failureRate(0.5).overCalls(Integer.MAX_VALUE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("overCalls must be at most 1000000, but was 2147483647");
  }

  @Test
  void aListenerThatReconfiguresLosesNoRecord() {
    Play play = Play.with(b -> b.tripWhen(TripRule.failureRate(1).overCalls(5).minimumCalls(5)));
    play.breaker.on(CircuitBreakerEvent.Finished.class, event -> {
      RateRule next =
          TripRule.failureRate(1).overCalls(5 + play.events.size() % 2).minimumCalls(5);
      play.breaker.reconfigure(play.breaker.config().toBuilder().tripWhen(next).build());
    });
    for (int i = 0; i < 20 && play.breaker.state() == State.CLOSED; i++) {
      play.calls("F");
    }
    play.is(State.OPEN);
  }

  @Test
  void aBrokenSourceOfRandomNumbersDoesNotMakeTheCooldownVanish() {
    for (double drawn : new double[] {Double.NaN, -5, 1e300, Double.POSITIVE_INFINITY}) {
      Duration delay = Backoff.fixed(Duration.ofSeconds(10))
          .withJitter(0.1)
          .delay(1, Duration.ZERO, new java.util.random.RandomGenerator() {

            @Override
            public long nextLong() {
              return 0;
            }

            @Override
            public double nextDouble() {
              return drawn;
            }
          });
      assertThat(delay).isBetween(Duration.ofSeconds(9), Duration.ofSeconds(11));
    }
  }
}
