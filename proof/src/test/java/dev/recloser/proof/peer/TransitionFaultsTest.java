package dev.recloser.proof.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Rejected;
import dev.recloser.circuitbreaker.Permit;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.time.ManualTimeSource;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.IllegalStateTransitionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How a breaker goes from state to state, by itself and by hand. */
class TransitionFaultsTest {
  private final ManualTimeSource time = new ManualTimeSource();

  @Test
  @Experiment(
      value = "E16",
      peer = "the timer of a half-open state survives `reset()`, and opens the closed breaker",
      ours = "no timer decides anything: closed stays closed")
  void aResetLeavesNoTimerBehind() throws Exception {
    CircuitBreaker ours = Ours.cooledDown(time, Ours.settings(time, 1).eagerHalfOpen(true));
    Permit lost = ours.acquire();
    ours.reset();
    var theirs =
        Theirs.halfOpen(Theirs.config().maxWaitDurationInHalfOpenState(Duration.ofMillis(500)), 1);
    CountDownLatch opened = new CountDownLatch(1);
    theirs.getEventPublisher().onStateTransition(event -> {
      if (event.getStateTransition().getToState().name().equals("OPEN")) {
        opened.countDown();
      }
    });
    theirs.reset();

    assertThat(opened.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(theirs.getState().name()).isEqualTo("OPEN");
    assertThat(time.pendingTimers()).isZero();
    time.advance(Duration.ofDays(1));
    assertThat(ours.state()).isEqualTo(State.CLOSED);
    lost.close();
    assertThat(ours.state()).isEqualTo(State.CLOSED);
  }

  @Test
  @Experiment(
      value = "E17",
      peer =
          "the timer of an open state survives `reset()`, and cuts the next opening short (153 of 300 ms)",
      ours = "each opening lasts as long as it should",
      playedOnPeer = false)
  void aResetDoesNotCutTheNextOpeningShort() {
    CircuitBreaker ours = Ours.settings(time, 1).eagerHalfOpen(true).build();
    ours.trip(Ours.COOLDOWN, "first");
    time.advance(Ours.COOLDOWN.dividedBy(2));
    ours.reset();
    ours.trip(Ours.COOLDOWN, "second");

    time.advance(Ours.COOLDOWN.minusNanos(1));
    assertThat(ours.state()).isEqualTo(State.OPEN);
    time.advance(Duration.ofNanos(1));
    assertThat(ours.state()).isEqualTo(State.HALF_OPEN);
  }

  @Test
  @Experiment(
      value = "E18",
      peer =
          "threads that race to half-open leave timers behind, which open healthy breakers later (30 of 200)",
      ours = "one thread wins, the others arm nothing",
      playedOnPeer = false)
  void aRaceToHalfOpenLeavesNoTimerBehind() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      for (int round = 0; round < 50; round++) {
        CircuitBreaker ours = Ours.settings(time, 1).eagerHalfOpen(true).build();
        ours.trip(Ours.COOLDOWN, "race");
        CyclicBarrier start = new CyclicBarrier(4);
        List<Future<?>> racers = new ArrayList<>();
        for (int thread = 0; thread < 3; thread++) {
          racers.add(pool.submit(() -> {
            start.await();
            ours.tryAcquire().ifPresent(Permit::succeeded);
            return null;
          }));
        }
        racers.add(pool.submit(() -> {
          start.await();
          time.advance(Ours.COOLDOWN);
          return null;
        }));
        for (Future<?> racer : racers) {
          racer.get(10, TimeUnit.SECONDS);
        }
        ours.reset();

        assertThat(time.pendingTimers()).isZero();
        time.advance(Duration.ofHours(2));
        assertThat(ours.state()).isEqualTo(State.CLOSED);
      }
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  @Experiment(
      value = "E20",
      peer = "rejections in FORCED_OPEN are counted, but no event tells of them",
      ours = "they are counted and told")
  void rejectionsOfAForcedOpenBreakerAreTold() {
    CircuitBreaker ours = Ours.settings(time, 1).build();
    List<Rejected> ourEvents = new ArrayList<>();
    var unused = ours.on(Rejected.class, ourEvents::add);
    ours.forceOpen();
    var theirs = Theirs.closed(Theirs.config());
    List<Object> theirEvents = new ArrayList<>();
    theirs.getEventPublisher().onCallNotPermitted(theirEvents::add);
    theirs.transitionToForcedOpenState();

    assertThat(Ours.drain(ours)).isZero();
    assertThat(theirs.tryAcquirePermission()).isFalse();

    assertThat(theirs.getMetrics().getNumberOfNotPermittedCalls()).isEqualTo(1);
    assertThat(theirEvents).isEmpty();
    assertThat(ours.snapshot().rejected()).isEqualTo(1);
    assertThat(ourEvents).hasSize(1);
  }

  @Test
  @Experiment(
      value = "E21",
      peer = "the count of rejections starts again at 0 when it becomes half-open",
      ours = "it counts for life")
  void rejectionsAreCountedForLife() {
    CircuitBreaker ours = Ours.settings(time, 1).build();
    ours.trip(Ours.COOLDOWN, "test");
    assertThat(Ours.drain(ours)).isZero();
    var theirs = Theirs.closed(Theirs.config());
    theirs.transitionToOpenState();
    assertThat(theirs.tryAcquirePermission()).isFalse();
    assertThat(theirs.getMetrics().getNumberOfNotPermittedCalls()).isEqualTo(1);

    theirs.transitionToHalfOpenState();
    time.advance(Ours.COOLDOWN);
    Permit probe = ours.acquire();

    assertThat(theirs.getMetrics().getNumberOfNotPermittedCalls()).isZero();
    assertThat(ours.snapshot().rejected()).isEqualTo(1);
    probe.released();
  }

  @Test
  @Experiment(
      value = "E26",
      peer = "results that arrive while it is open go into the old window",
      ours =
          "the reading of an open breaker is that of its trip; the call is counted as a straggler")
  void aResultThatArrivesWhileOpenChangesNothing() {
    CircuitBreaker ours =
        Ours.settings(time, 1).tripWhen(TripRule.failureRate(0.5).overCalls(10)).build();
    Permit straggler = ours.acquire();
    ours.trip(Ours.COOLDOWN, "test");
    var theirs = Theirs.closed(Theirs.config());
    theirs.acquirePermission();
    theirs.transitionToOpenState();

    straggler.succeeded();
    Theirs.succeed(theirs);

    assertThat(theirs.getMetrics().getNumberOfBufferedCalls()).isEqualTo(1);
    assertThat(ours.snapshot().rules().get(0).calls()).isZero();
    assertThat(ours.snapshot().stragglers()).isEqualTo(1);
  }

  @Test
  @Experiment(
      value = "E46",
      peer = "a breaker that only measures cannot be opened by hand",
      ours = "a hand may move it from any state to any other")
  void aBreakerThatOnlyMeasuresCanBeTripped() {
    CircuitBreaker ours = Ours.settings(time, 1).build();
    ours.metricsOnly();
    var theirs = Theirs.closed(Theirs.config());
    theirs.transitionToMetricsOnlyState();

    assertThatThrownBy(theirs::transitionToOpenState)
        .isInstanceOf(IllegalStateTransitionException.class);
    ours.trip(Ours.COOLDOWN, "test");

    assertThat(ours.state()).isEqualTo(State.OPEN);
  }

  @Test
  @Experiment(
      value = "E47",
      peer = "the wait function sees 1, 2, 3, and 1 again after it has closed",
      ours = "the same")
  void openingsInARowAreCountedUntilItCloses() {
    List<Integer> ourOpenings = new ArrayList<>();
    CircuitBreaker ours = Ours.settings(time, 1)
        .tripWhen(TripRule.consecutiveFailures(1))
        .cooldown((opening, previous, random) -> {
          ourOpenings.add(opening);
          return Ours.COOLDOWN;
        })
        .build();
    List<Integer> theirOpenings = new ArrayList<>();
    CircuitBreakerConfig.Builder config = Theirs.config()
        .slidingWindowSize(1)
        .minimumNumberOfCalls(1)
        .permittedNumberOfCallsInHalfOpenState(1)
        .waitIntervalFunctionInOpenState(attempt -> {
          theirOpenings.add(attempt);
          return 1_000L;
        });
    var theirs = Theirs.closed(config);

    for (boolean works : List.of(false, false, false, true, false)) {
      if (theirs.getState().name().equals("OPEN")) {
        theirs.transitionToHalfOpenState();
      }
      time.advance(Ours.COOLDOWN);
      if (works) {
        Ours.succeed(ours);
        Theirs.succeed(theirs);
      } else {
        Ours.fail(ours);
        Theirs.fail(theirs, new IllegalStateException());
      }
    }

    assertThat(theirOpenings).containsExactly(1, 2, 3, 1);
    assertThat(ourOpenings).containsExactly(1, 2, 3, 1);
  }
}
