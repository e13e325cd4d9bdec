package dev.recloser.timeout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WatchStressTest {
  private static final int ROUNDS = 100_000;

  // C89
  @Test
  void aTimerThatFiresAsTheRunEndsNeverReachesWhatComesAfter() throws Exception {
    ExecutorService timer = Executors.newSingleThreadExecutor();
    try {
      int won = 0;
      CyclicBarrier start = new CyclicBarrier(2);
      for (int round = 0; round < ROUNDS; round++) {
        Watch watch = Watch.enter();
        boolean meet = round % 10 == 0;
        Future<?> fired = timer.submit(() -> fire(watch, meet ? start : null));
        if (meet) {
          start.await(10, TimeUnit.SECONDS);
        }
        won += watch.end() ? 1 : 0;
        assertThat(Thread.currentThread().isInterrupted())
            .as("right after the end, round %d", round)
            .isFalse();
        fired.get(10, TimeUnit.SECONDS);
        assertThat(Thread.currentThread().isInterrupted())
            .as("after the timer, round %d", round)
            .isFalse();
      }
      assertThat(won).as("rounds that the timer won").isBetween(0, ROUNDS);
    } finally {
      timer.shutdownNow();
    }
  }

  private static Object fire(Watch watch, @org.jspecify.annotations.Nullable CyclicBarrier start)
      throws Exception {
    if (start != null) {
      start.await(10, TimeUnit.SECONDS);
    }
    watch.run();
    return watch;
  }
}
