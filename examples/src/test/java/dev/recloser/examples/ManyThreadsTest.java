package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Transition;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Tripped;
import dev.recloser.circuitbreaker.CircuitOpenException;
import dev.recloser.circuitbreaker.Permit;
import dev.recloser.circuitbreaker.Recovery;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Documents 000 and 004: one instance may be shared by all callers. */
class ManyThreadsTest {
  private static final int THREADS = 64;
  private static final int ROUNDS = 500;
  private static final Duration COOLDOWN = Duration.ofSeconds(30);

  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private final IllegalStateException down = new IllegalStateException("down");
  private final ManualTimeSource time = new ManualTimeSource();

  @AfterEach
  void stopTheThreads() {
    threads.shutdownNow();
  }

  @Test // S000-33, S000-34, S004-47
  void noOutcomeOfAnyThreadIsLost() throws Exception {
    CircuitBreaker breaker = CircuitBreaker.builder("shared")
        .config(Classic.config(Integer.MAX_VALUE, COOLDOWN, time))
        .tripWhen(TripRule.failureRate(1).overCalls(1000).minimumCalls(1000))
        .build();
    AtomicInteger returned = new AtomicInteger();

    together(thread -> {
      for (int round = 0; round < ROUNDS; round++) {
        boolean fails = (thread + round) % 4 == 0;
        try {
          breaker.run(() -> {
            if (fails) {
              throw down;
            }
          });
          returned.incrementAndGet();
        } catch (IllegalStateException e) {
          assertThat(e).isSameAs(down);
        }
      }
    });

    assertThat(returned).hasValue(THREADS * ROUNDS * 3 / 4);
    assertThat(breaker.snapshot().failures()).isEqualTo(THREADS * ROUNDS / 4);
    assertThat(breaker.snapshot().rejected()).isZero();
    assertThat(breaker.snapshot().rules().get(0).calls()).isEqualTo(1000);
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
  }

  @RepeatedTest(20) // S000-33, S004-47
  void ofManyFailuresAtOnceOneTrips() throws Exception {
    CircuitBreaker breaker = Classic.breaker(THREADS, COOLDOWN, time);
    Queue<Transition> transitions = new ConcurrentLinkedQueue<>();
    breaker.on(Transition.class, transitions::add);
    Permit[] permits =
        IntStream.range(0, THREADS).mapToObj(i -> breaker.acquire()).toArray(Permit[]::new);

    together(thread -> permits[thread].failed(down));

    assertThat(transitions).singleElement().isInstanceOf(Tripped.class);
    assertThat(breaker.snapshot().failures()).isEqualTo(THREADS);
    assertThat(breaker.snapshot().stragglers()).isZero();
  }

  @RepeatedTest(20) // S000-33, S004-38
  void ofManyCallersAtOnceOneIsTheProbe() throws Exception {
    CircuitBreaker breaker = Classic.breaker(1, COOLDOWN, time);
    breaker.acquire().failed(down);
    time.advance(COOLDOWN);
    Queue<Permit> admitted = new ConcurrentLinkedQueue<>();
    AtomicInteger refused = new AtomicInteger();

    together(thread -> {
      Optional<Permit> permit = breaker.tryAcquire();
      permit.ifPresentOrElse(admitted::add, refused::incrementAndGet);
    });

    assertThat(admitted).hasSize(1);
    assertThat(refused).hasValue(THREADS - 1);
    admitted.element().succeeded();
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
  }

  @RepeatedTest(5) // S000-33, S004-38, S004-47
  void whileThreadsComeAndGoHalfOpenThereIsOneProbeAtATime() throws Exception {
    CircuitBreaker breaker = CircuitBreaker.builder("shared")
        .config(Classic.config(1, COOLDOWN, time))
        .recovery(Recovery.consecutive(Integer.MAX_VALUE))
        .build();
    breaker.acquire().failed(down);
    time.advance(COOLDOWN);
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger passed = new AtomicInteger();
    AtomicInteger refused = new AtomicInteger();

    together(thread -> {
      for (int round = 0; round < ROUNDS; round++) {
        try {
          breaker.run(() -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            passed.incrementAndGet();
            running.decrementAndGet();
          });
        } catch (CircuitOpenException e) {
          refused.incrementAndGet();
        }
      }
    });

    assertThat(most).hasValue(1);
    assertThat(passed.get() + refused.get()).isEqualTo(THREADS * ROUNDS);
    assertThat(breaker.snapshot().rejected()).isEqualTo(refused.get());
    assertThat(breaker.snapshot().probes())
        .hasValueSatisfying(probes -> assertThat(probes.ended()).isEqualTo(passed.get()));
  }

  /** Runs the action on all threads at once, and waits for them; what one of them throws is thrown. */
  private void together(IntConsumer action) throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(THREADS);
    Future<?>[] ends = IntStream.range(0, THREADS)
        .mapToObj(thread -> threads.submit(() -> {
          barrier.await();
          action.accept(thread);
          return null;
        }))
        .toArray(Future<?>[]::new);
    for (Future<?> end : ends) {
      end.get();
    }
  }
}
