package dev.recloser.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.RetryBudget;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** STRESS: one retry serves many threads, whose calls know nothing of each other. */
class RetryConcurrencyTest {
  private static final int THREADS = 4;
  private static final int CALLS = 2_000;

  private final ManualTimeSource time = new ManualTimeSource();

  // S004-47, C73
  @Test
  void eachCallGetsItsOwnAttemptsDelaysAndExceptions() throws Exception {
    Retry retry = Retry.builder("r")
        .maxAttempts(4)
        // What another call waited would show in the delay before.
        .backoff((attempt, previous, random) ->
            previous.toNanos() == attempt - 1 ? Duration.ofNanos(attempt) : Duration.ofNanos(-1))
        .budget(RetryBudget.unlimited())
        .timeSource(time)
        .build();

    for (boolean good : onManyThreads(() -> failsWithItsOwnFourExceptions(retry))) {
      assertThat(good).isTrue();
    }
  }

  // S004-32
  @Test
  void togetherTheyMakeNoMoreRetriesThanTheBudgetHolds() throws Exception {
    int tokens = 1_000;
    Retry retry = Retry.builder("r")
        .backoff((attempt, previous, random) -> Duration.ZERO)
        .budget(RetryBudget.builder()
            .capacity(tokens)
            .depositPerCall(0)
            .refillPerSecond(0)
            .timeSource(time)
            .build())
        .timeSource(time)
        .build();

    int runs = 0;
    for (int some : onManyThreads(() -> runsOfOneCall(retry))) {
      runs += some;
    }
    assertThat(runs).isEqualTo(THREADS * CALLS + tokens);
  }

  private static boolean failsWithItsOwnFourExceptions(Retry retry) {
    List<Throwable> thrown = new ArrayList<>();
    try {
      retry.run(() -> {
        thrown.add(new IOException());
        throw (IOException) thrown.get(thrown.size() - 1);
      });
      return false;
    } catch (IOException last) {
      return thrown.size() == 4
          && last == thrown.get(3)
          && List.of(last.getSuppressed()).equals(thrown.subList(0, 3));
    }
  }

  private static int runsOfOneCall(Retry retry) {
    int[] runs = {0};
    try {
      retry.run(() -> {
        runs[0]++;
        throw new IllegalStateException();
      });
    } catch (IllegalStateException expected) {
      return runs[0];
    }
    throw new AssertionError("nothing was thrown");
  }

  private interface One<T> {
    T call();
  }

  private static <T> List<T> onManyThreads(One<T> call) throws Exception {
    CyclicBarrier start = new CyclicBarrier(THREADS);
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    List<Future<List<T>>> ends = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      ends.add(pool.submit(() -> {
        start.await();
        List<T> own = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
          own.add(call.call());
        }
        return own;
      }));
    }
    List<T> all = new ArrayList<>();
    for (Future<List<T>> end : ends) {
      all.addAll(end.get());
    }
    pool.shutdown();
    return all;
  }
}
