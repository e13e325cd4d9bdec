package dev.recloser.endpoint;

import static dev.recloser.endpoint.Pools.fault;
import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.TripRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pool under real threads and real time. */
class EndpointPoolStressTest {
  private static final int THREADS = 8;
  private static final int CALLS = 50_000;
  private static final Set<String> LASTING = Set.of("a", "b", "c", "d");

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final LongAdder callsToLasting = new LongAdder();
  private final LongAdder failuresOfLasting = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final Queue<EndpointEvent> events = new ConcurrentLinkedQueue<>();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  static Choice[] choices() {
    return new Choice[] {Choice.roundRobin(), Choice.leastInFlight(), Choice.peakEwma()};
  }

  @ParameterizedTest
  @MethodSource("choices")
  void countsAddUpWhileEndpointsComeAndGo(Choice choice) throws Exception {
    EndpointPool<String> pool = pool(choice);
    pool.onEvent(events::add);
    AtomicBoolean over = new AtomicBoolean();
    CyclicBarrier start = new CyclicBarrier(THREADS + 1);
    List<Future<?>> callers = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int seed = i;
      callers.add(threads.submit(() -> call(pool, start, seed)));
    }
    Future<?> changes = threads.submit(() -> change(pool, start, over));
    for (Future<?> caller : callers) {
      caller.get();
    }
    over.set(true);
    changes.get();

    assertThat(pool.snapshot().endpoints()).allMatch(one -> one.inFlight() == 0);
    assertThat(sum(pool, false)).isEqualTo(callsToLasting.sum());
    assertThat(sum(pool, true)).isEqualTo(failuresOfLasting.sum());
    assertThat(callsToLasting.sum()).isPositive();
    assertThat(refused.sum()).isLessThan(THREADS * CALLS / 2);
    assertThat(events).hasAtLeastOneElementOfType(EndpointEvent.Readmitted.class);
    assertThat(events.stream().map(event -> event.origin().sequence())).doesNotHaveDuplicates();
    assertEjectionsAndReadmissionsAlternate();
  }

  @Test
  void theCapHoldsUnderThreads() throws Exception {
    EndpointPool<String> pool = EndpointPool.<String>builder("inventory")
        .endpoints(List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j"))
        .ejectOutliers(OutlierDetection.builder()
            .maxEjected(0.3)
            .consecutiveFailures(1)
            .baseEjection(Duration.ofHours(1))
            .build())
        .build();
    CyclicBarrier start = new CyclicBarrier(THREADS);
    List<Future<?>> callers = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      callers.add(threads.submit(() -> {
        start.await();
        for (int call = 0; call < 1_000; call++) {
          pool.acquire().failed(fault());
        }
        return true;
      }));
    }
    for (Future<?> caller : callers) {
      caller.get();
    }
    assertThat(Pools.ejected(pool)).hasSize(3);
  }

  private static EndpointPool<String> pool(Choice choice) {
    return EndpointPool.<String>builder("inventory")
        .endpoints(List.of("a", "b", "c", "d"))
        .choice(choice)
        .circuitBreaker(endpoint -> CircuitBreaker.builder(endpoint)
            .tripWhen(TripRule.consecutiveFailures(5))
            .cooldown(Backoff.fixed(Duration.ofMillis(1)))
            .build())
        .ejectOutliers(OutlierDetection.builder()
            .interval(Duration.ofMillis(2))
            .baseEjection(Duration.ofMillis(1))
            .maxEjection(Duration.ofMillis(3))
            .maxEjected(0.5)
            .successRate(SuccessRate.belowMean(1).minimumEndpoints(2).minimumCalls(5))
            .consecutiveFailures(4)
            .build())
        .slowStart(Duration.ofMillis(1))
        .build();
  }

  private boolean call(EndpointPool<String> pool, CyclicBarrier start, int seed) throws Exception {
    start.await();
    for (int i = 0; i < CALLS; i++) {
      try {
        settle(pool.acquire(i % 7 == 0 ? Set.of("a") : Set.of()), seed * 31 + i);
      } catch (NoEndpointException e) {
        refused.increment();
      }
    }
    return true;
  }

  private void settle(EndpointPool.Lease<String> lease, int number) {
    boolean lasting = LASTING.contains(lease.endpoint());
    boolean fails = number % (lease.endpoint().equals("a") ? 2 : 19) == 0;
    if (lasting) {
      callsToLasting.increment();
      (fails ? failuresOfLasting : new LongAdder()).increment();
    }
    if (fails) {
      lease.failed(fault());
    } else if (number % 23 == 1) {
      lease.released();
    } else {
      lease.succeeded();
    }
    lease.close(); // does nothing more
  }

  private static boolean change(EndpointPool<String> pool, CyclicBarrier start, AtomicBoolean over)
      throws Exception {
    start.await();
    while (!over.get()) {
      pool.add("x");
      pool.add("y");
      Thread.onSpinWait();
      pool.remove("x");
      pool.remove("y");
    }
    return true;
  }

  private static long sum(EndpointPool<String> pool, boolean failures) {
    return pool.snapshot().endpoints().stream()
        .mapToLong(one -> failures ? one.failures() : one.calls())
        .sum();
  }

  private void assertEjectionsAndReadmissionsAlternate() {
    for (String endpoint : LASTING) {
      List<EndpointEvent> story = events.stream()
          .filter(event -> endpoint.equals(endpointOf(event)))
          .sorted(Comparator.comparing(event -> event.origin().sequence()))
          .toList();
      for (int i = 0; i < story.size(); i++) {
        assertThat(story.get(i))
            .isInstanceOf(
                i % 2 == 0 ? EndpointEvent.Ejected.class : EndpointEvent.Readmitted.class);
      }
    }
  }

  private static Object endpointOf(EndpointEvent event) {
    if (event instanceof EndpointEvent.Ejected ejected) {
      return ejected.endpoint();
    }
    return event instanceof EndpointEvent.Readmitted readmitted ? readmitted.endpoint() : "";
  }
}
