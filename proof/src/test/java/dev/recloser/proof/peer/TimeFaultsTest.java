package dev.recloser.proof.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.RuleSnapshot;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.time.ManualTimeSource;
import dev.recloser.time.TimeSource;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a clock that is not the system's, or that steps back, does to a breaker. */
class TimeFaultsTest {
  private static final Duration TENTH = Duration.ofMillis(100);

  private final HandClock clock = new HandClock();

  @Test
  @Experiment(
      value = "E10",
      peer = "a lock-free time window pays no heed to the clock it was given",
      ours = "there is one door to time")
  void aTimeWindowGoesByTheTimeItWasGiven() {
    ManualTimeSource time = new ManualTimeSource();
    CircuitBreaker ours = Ours.settings(time, 1)
        .tripWhen(TripRule.failureRate(0.5).over(Duration.ofSeconds(10)))
        .build();
    var lockFree = theirs(SlidingWindowSynchronizationStrategy.LOCK_FREE);
    var locking = theirs(SlidingWindowSynchronizationStrategy.SYNCHRONIZED);
    Ours.succeed(ours);
    Theirs.succeed(lockFree);
    Theirs.succeed(locking);

    time.advance(Duration.ofMinutes(5));
    clock.move(Duration.ofMinutes(5));

    assertThat(lockFree.getMetrics().getNumberOfBufferedCalls()).isEqualTo(1);
    assertThat(locking.getMetrics().getNumberOfBufferedCalls()).isZero();
    assertThat(ours.snapshot().rules().get(0).calls()).isZero();
  }

  @Test
  @Experiment(
      value = "E23",
      peer = "when the clock steps back an hour, an opening of 10 s lasts an hour longer",
      ours = "a step back is not time: the cooldown ends after 10 s of it")
  void aClockThatStepsBackDoesNotStretchTheCooldown() {
    CircuitBreaker ours = ours();
    ours.trip(Duration.ofSeconds(10), "test");
    var theirs =
        Theirs.closed(Theirs.config().clock(clock).waitDurationInOpenState(Duration.ofSeconds(10)));
    theirs.transitionToOpenState();

    clock.move(Duration.ofHours(-1));
    assertThat(ours.admits()).isFalse();
    clock.move(Duration.ofMinutes(30));

    assertThat(theirs.tryAcquirePermission()).isFalse();
    assertThat(ours.admits()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 60, 1_000, 2_000, 30_000})
  @Experiment(
      value = "E24",
      peer =
          "after one step back of the clock its time window goes blind: failures never open it again",
      ours = "a step back is not time: failures go on to be counted, and it opens by as many")
  void aClockThatStepsBackDoesNotBlindATimeWindow(long millis) {
    CircuitBreaker ours = ours();
    var theirs = theirs(SlidingWindowSynchronizationStrategy.SYNCHRONIZED);
    for (int i = 0; i < 100; i++) {
      Ours.succeed(ours);
      Theirs.succeed(theirs);
      clock.move(TENTH);
    }
    // At a whole second, so that any step back crosses one.
    Ours.succeed(ours);
    Theirs.succeed(theirs);

    RuleSnapshot before = ours.snapshot().rules().get(0);
    clock.move(Duration.ofMillis(-millis));
    Ours.fail(ours);
    RuleSnapshot after = ours.snapshot().rules().get(0);
    assertThat(after.calls()).isEqualTo(before.calls() + 1);
    assertThat(after.bad()).isEqualTo(1);

    for (int i = 0; i < 1_000; i++) {
      if (ours.state() == State.CLOSED) {
        Ours.fail(ours);
      }
      Theirs.fail(theirs, new IllegalStateException());
      clock.move(TENTH);
    }

    assertThat(theirs.getState().name()).isEqualTo(millis == 0 ? "OPEN" : "CLOSED");
    assertThat(ours.state()).isEqualTo(State.OPEN);
    // As many as without a step back, which is among the steps.
    assertThat(ours.snapshot().failures()).isEqualTo(51);
  }

  private CircuitBreaker ours() {
    return CircuitBreaker.builder("ours")
        .tripWhen(TripRule.failureRate(0.5).over(Duration.ofSeconds(10)).minimumCalls(20))
        .cooldown(Backoff.fixed(Duration.ofHours(1)))
        .timeSource(TimeSource.from(clock))
        .build();
  }

  private io.github.resilience4j.circuitbreaker.CircuitBreaker theirs(
      SlidingWindowSynchronizationStrategy strategy) {
    return Theirs.closed(
        Theirs.config().clock(clock).slidingWindow(10, 20, SlidingWindowType.TIME_BASED, strategy));
  }
}
