package dev.recloser.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Windows under real threads. */
class WindowStressTest {
  private static final int THREADS = 16;

  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS + 1);

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private void inParallel(List<Callable<Void>> tasks) throws Exception {
    for (Future<Void> done : threads.invokeAll(tasks)) {
      done.get();
    }
  }

  // C38
  @Test
  void aTimeWindowLosesNoCallWhileItsSlicesTurn() throws Exception {
    long span = Duration.ofSeconds(10).toNanos();
    RuleWindow window = TripRule.failureRate(1).over(Duration.ofSeconds(10)).newWindow(0);
    AtomicLong now = new AtomicLong();
    int calls = 100_000;
    List<Callable<Void>> tasks = new ArrayList<>();
    AtomicBoolean done = new AtomicBoolean();
    for (int thread = 0; thread < THREADS; thread++) {
      tasks.add(() -> {
        for (int i = 0; i < calls; i++) {
          // Nine tenths of the span pass in all, so that nothing leaves; readings of other threads
          // may be older.
          window.record(i % 3 == 0, -1, now.get());
          now.accumulateAndGet(i * (span / 10 * 9) / calls, Math::max);
        }
        return null;
      });
    }
    Future<Long> reader = threads.submit(() -> readUntil(done, window, now));
    inParallel(tasks);
    done.set(true);

    assertThat(reader.get()).isLessThanOrEqualTo((long) THREADS * calls);
    RuleSnapshot total = window.snapshot(now.get());
    assertThat(total.calls()).isEqualTo((long) THREADS * calls);
    assertThat(total.bad()).isEqualTo((long) THREADS * ((calls + 2) / 3));
    assertThat(window.snapshot(now.get() + span).calls()).isZero();
  }

  private static long readUntil(AtomicBoolean done, RuleWindow window, AtomicLong now) {
    long most = 0;
    while (!done.get()) {
      RuleSnapshot snapshot = window.snapshot(now.get());
      assertThat(snapshot.bad()).isBetween(0L, snapshot.calls());
      most = Math.max(most, snapshot.calls());
    }
    return most;
  }

  @Test
  void theCountOfACountWindowEqualsItsRingAtRest() throws Exception {
    for (int size : new int[] {1, 2, 3, 10, 100}) {
      CountWindow window = (CountWindow) TripRule.failureRate(1).overCalls(size).newWindow(0);
      CyclicBarrier rounds = new CyclicBarrier(
          4, () -> assertThat(window.snapshot(0).bad()).isEqualTo(window.badInRing()));
      List<Callable<Void>> tasks = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        int seed = thread;
        tasks.add(() -> {
          for (int round = 0; round < 200; round++) {
            for (int i = 0; i < 500; i++) {
              window.record((i * 31 + seed * 17 + round) % 7 < 3, -1, 0);
            }
            rounds.await();
          }
          return null;
        });
      }
      inParallel(tasks);
      for (int i = 0; i < size; i++) {
        window.record(false, -1, 0);
      }
      assertThat(window.snapshot(0).bad()).isZero();
    }
  }
}
