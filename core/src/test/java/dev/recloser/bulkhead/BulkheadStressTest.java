package dev.recloser.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.CallInterruptedException;
import dev.recloser.Outcome;
import dev.recloser.bulkhead.BulkheadEvent.Finished;
import dev.recloser.time.ManualTimeSource;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The bulkhead under real threads. */
class BulkheadStressTest {
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Race race = new Race(threads);

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  // C43: the end of the work and its cancellation each released. #263.
  @Test
  void theEndOfTheWorkAndItsCancellationGiveThePermitBackOnce() throws Exception {
    Bulkhead bulkhead = Bulkhead.of("b", 1);
    AtomicInteger succeeded = new AtomicInteger();
    AtomicInteger ended = new AtomicInteger();
    bulkhead.on(Finished.class, finished -> {
      ended.incrementAndGet();
      if (finished.outcome() == Outcome.SUCCESS) {
        succeeded.incrementAndGet();
      }
    });
    Calls calls = new Calls();
    AtomicInteger values = new AtomicInteger();
    race.run(
        100_000,
        round -> {
          if (round > 0) {
            values.addAndGet(calls.future.isCancelled() ? 0 : 1);
          }
          assertThat(bulkhead.snapshot().free()).isEqualTo(1);
          assertThat(ended).hasValue(round);
          assertThat(succeeded).hasValue(values.get());
          CompletableFuture<String> stage = new CompletableFuture<>();
          calls.stage = stage;
          calls.future = round == 100_000 ? stage : bulkhead.callAsync(() -> stage);
        },
        round -> calls.stage.complete("body"),
        round -> calls.future.cancel(true));
  }

  private static final class Calls {
    private volatile CompletableFuture<String> stage = new CompletableFuture<>();
    private volatile CompletableFuture<String> future = new CompletableFuture<>();
    private volatile boolean started;
  }

  // C44: the time of the one in line is up at the moment the permit comes free.
  @Test
  void aPermitThatComesAsTheWaitEndsIsTakenOrStaysFree() throws Exception {
    ManualTimeSource time = ManualTimeSource.blocking();
    Bulkhead bulkhead = waiting(time);
    Queue<BulkheadPermit> held = new ConcurrentLinkedQueue<>();
    CyclicBarrier both = new CyclicBarrier(2);
    AtomicInteger got = new AtomicInteger();
    race.run(
        10_000,
        round -> {
          assertThat(bulkhead.snapshot().free()).isEqualTo(1);
          assertThat(bulkhead.snapshot().queued()).isZero();
          assertThat(got.get() + bulkhead.snapshot().rejected()).isEqualTo(round);
          held.add(bulkhead.acquire());
        },
        Race.whenOneWaits(time, both, round -> time.advance(Duration.ofMillis(100))),
        Race.afterwards(both, round -> held.remove().close()),
        round -> bulkhead.callOrElse(got::incrementAndGet, rejection -> 0));
    assertThat(time.pendingTimers()).isZero();
  }

  // C44, with the thread interrupted.
  @Test
  void aPermitThatComesWithAnInterruptIsTakenOrStaysFree() throws Exception {
    ManualTimeSource time = ManualTimeSource.blocking();
    Bulkhead bulkhead = waiting(time);
    Queue<BulkheadPermit> held = new ConcurrentLinkedQueue<>();
    CyclicBarrier both = new CyclicBarrier(2);
    Queue<Thread> waiter = new ConcurrentLinkedQueue<>();
    AtomicInteger got = new AtomicInteger();
    race.run(
        10_000,
        round -> {
          assertThat(bulkhead.snapshot().free()).isEqualTo(1);
          assertThat(got.get() + bulkhead.snapshot().abandoned()).isEqualTo(round);
          held.add(bulkhead.acquire());
        },
        Race.whenOneWaits(time, both, round -> waiter.remove().interrupt()),
        Race.afterwards(both, round -> held.remove().close()),
        round -> {
          waiter.add(Thread.currentThread());
          try {
            bulkhead.run(got::incrementAndGet);
          } catch (CallInterruptedException e) {
            assertThat(Thread.currentThread().isInterrupted()).isTrue();
          }
          while (!waiter.isEmpty()) {
            Thread.onSpinWait();
          }
          sinkInterrupt(time);
        });
  }

  /** The interrupt may still be on its way. */
  private static void sinkInterrupt(TimeSource time) {
    try {
      TimeSource.system().sleep(Duration.ofSeconds(10));
      throw new AssertionError("no interrupt came, at " + time);
    } catch (InterruptedException e) {
      assertThat(Thread.interrupted()).isFalse();
    }
  }

  // C44, with an async call that is cancelled.
  @Test
  void aPermitThatComesWithACancellationIsTakenOrStaysFree() throws Exception {
    ManualTimeSource time = new ManualTimeSource();
    Bulkhead bulkhead = waiting(time);
    Queue<BulkheadPermit> held = new ConcurrentLinkedQueue<>();
    Calls calls = new Calls();
    race.run(
        50_000,
        round -> {
          time.advance(Duration.ZERO);
          assertThat(calls.future.isDone() || round == 0).isTrue();
          assertThat(bulkhead.snapshot().free()).isEqualTo(1);
          assertThat(bulkhead.snapshot().queued()).isZero();
          held.add(bulkhead.acquire());
          calls.future = bulkhead.callAsync(() -> CompletableFuture.completedFuture("body"));
          if (round == 50_000) {
            held.remove().close();
            time.advance(Duration.ZERO);
          }
        },
        round -> calls.future.cancel(true),
        round -> held.remove().close());
    assertThat(time.pendingTimers()).isZero();
  }

  @Test
  void nobodyOvertakesTheOneInLineAtTheMomentOfTheHandOver() throws Exception {
    ManualTimeSource time = new ManualTimeSource();
    Bulkhead bulkhead = waiting(time);
    Queue<BulkheadPermit> held = new ConcurrentLinkedQueue<>();
    Queue<BulkheadPermit> overtook = new ConcurrentLinkedQueue<>();
    Calls calls = new Calls();
    race.run(
        20_000,
        round -> {
          calls.stage.complete("body");
          assertThat(overtook).isEmpty();
          assertThat(bulkhead.snapshot().free()).isEqualTo(1);
          held.add(bulkhead.acquire());
          CompletableFuture<String> stage = new CompletableFuture<>();
          calls.stage = stage;
          calls.started = false;
          calls.future = bulkhead.callAsync(() -> {
            calls.started = true;
            return stage;
          });
        },
        round -> held.remove().close(),
        round -> {
          while (!calls.started && overtook.isEmpty()) {
            time.advance(Duration.ZERO);
            bulkhead.tryAcquire().ifPresent(overtook::add);
          }
        });
  }

  @Test
  void oneWhoJoinsTheLineAsThePermitComesFreeIsNotForgotten() throws Exception {
    ManualTimeSource time = new ManualTimeSource();
    Bulkhead bulkhead =
        Bulkhead.builder("b").maxConcurrent(1).queue(4).timeSource(time).build();
    Queue<BulkheadPermit> held = new ConcurrentLinkedQueue<>();
    Queue<CompletableFuture<String>> futures = new ConcurrentLinkedQueue<>();
    Race.Step join =
        round -> futures.add(bulkhead.callAsync(() -> CompletableFuture.completedFuture("body")));
    race.run(
        50_000,
        round -> {
          time.advance(Duration.ZERO);
          assertThat(futures).allMatch(CompletableFuture::isDone);
          futures.clear();
          assertThat(bulkhead.snapshot().free()).isEqualTo(1);
          held.add(bulkhead.acquire());
        },
        round -> held.remove().close(),
        join,
        join);
  }

  // C49: checked first and counted afterwards, three at once got past the limit.
  @Test
  void theLastPermitGoesToOne() throws Exception {
    Bulkhead bulkhead = Bulkhead.of("b", 10);
    List<BulkheadPermit> nine = BulkheadTest.fill(bulkhead);
    nine.remove(0).close();
    Queue<BulkheadPermit> admitted = new ConcurrentLinkedQueue<>();
    Race.Step acquire = round -> bulkhead.tryAcquire().ifPresent(admitted::add);
    race.run(
        10_000,
        round -> {
          assertThat(admitted).hasSize(round == 0 ? 0 : 1);
          admitted.forEach(BulkheadPermit::close);
          admitted.clear();
          assertThat(bulkhead.snapshot().running()).isEqualTo(9);
        },
        acquire,
        acquire,
        acquire);
  }

  @Test
  void theLimitHoldsAndNobodyIsForgottenUnderAMixOfEverything() throws Exception {
    Bulkhead bulkhead = Bulkhead.builder("b")
        .maxConcurrent(4)
        .queue(Integer.MAX_VALUE)
        .maxWait(Duration.ofMinutes(5))
        .build();
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger ran = new AtomicInteger();
    Queue<CompletableFuture<Integer>> futures = new ConcurrentLinkedQueue<>();
    Runnable task = () -> {
      most.accumulateAndGet(running.incrementAndGet(), Math::max);
      ran.incrementAndGet();
      running.decrementAndGet();
    };
    Race.Step blocking = round -> bulkhead.run(task::run);
    Race.Step async = round -> futures.add(bulkhead.callAsync(() -> {
      task.run();
      return CompletableFuture.completedFuture(round);
    }));
    Race.Step onThreads = round -> futures.add(bulkhead.callOn(threads, () -> {
      task.run();
      return round;
    }));
    Race.Step resize = round -> bulkhead.reconfigure(
        bulkhead.config().toBuilder().maxConcurrent(1 + round % 4).build());
    race.run(5_000, round -> {}, blocking, blocking, async, async, onThreads, resize);
    for (CompletableFuture<Integer> future : futures) {
      assertThat(future.get()).isNotNegative();
    }
    assertThat(most.get()).isBetween(1, 4);
    assertThat(ran).hasValue(25_000);
    awaitIdle(bulkhead);
    assertThat(bulkhead.snapshot().queued()).isZero();
    assertThat(bulkhead.snapshot().rejected()).isZero();
  }

  /** The thread that completed the last future may still be about to give back another permit. */
  private void awaitIdle(Bulkhead bulkhead) {
    while (bulkhead.snapshot().running() > 0) {
      Thread.onSpinWait();
    }
  }

  private static Bulkhead waiting(ManualTimeSource time) {
    return Bulkhead.builder("b")
        .maxConcurrent(1)
        .queue(1)
        .maxWait(Duration.ofMillis(100))
        .timeSource(time)
        .build();
  }
}
