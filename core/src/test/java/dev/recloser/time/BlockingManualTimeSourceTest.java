package dev.recloser.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BlockingManualTimeSourceTest {
  private final ManualTimeSource time = ManualTimeSource.blocking();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  @Test
  void aSleeperWaitsUntilTimeHasMovedFarEnough() throws Exception {
    Future<Duration> sleeper = threads.submit(() -> {
      time.sleep(Duration.ofSeconds(10));
      return time.elapsed();
    });
    time.awaitSleepers(1);

    time.advance(Duration.ofSeconds(10).minusNanos(1));
    assertThat(sleeper).isNotDone();
    time.awaitSleepers(1);
    time.advance(Duration.ofNanos(1));
    assertThat(sleeper.get()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void sleepersWakeEachAtItsTime() throws Exception {
    Future<?> early = threads.submit(() -> sleep(1));
    Future<?> late = threads.submit(() -> sleep(2));
    time.awaitSleepers(2);

    time.advance(Duration.ofSeconds(1));
    early.get();
    time.awaitSleepers(1);
    assertThat(late).isNotDone();
    time.advance(Duration.ofSeconds(1));
    late.get();
  }

  /** STRESS: without it a second advance can overtake a thread that is about to sleep again, which then waits for ever. */
  @Test
  void aThreadWhoseTimeHasComeIsNoSleeperAnyMore() throws Exception {
    int rounds = 5_000;
    Future<Duration> sleeper = threads.submit(() -> {
      for (int i = 0; i < rounds; i++) {
        time.sleep(Duration.ofSeconds(1));
      }
      return time.elapsed();
    });

    for (int i = 0; i < rounds; i++) {
      time.awaitSleepers(1);
      time.advance(Duration.ofSeconds(1));
    }
    assertThat(sleeper.get()).isEqualTo(Duration.ofSeconds(rounds));
  }

  @Test
  void anInterruptEndsTheSleepAtOnce() throws Exception {
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    Future<Boolean> sleeper = threads.submit(() -> {
      thread.complete(Thread.currentThread());
      try {
        time.sleep(Duration.ofSeconds(10));
        return false;
      } catch (InterruptedException e) {
        return !Thread.currentThread().isInterrupted();
      }
    });
    time.awaitSleepers(1);

    thread.get().interrupt();

    assertThat(sleeper.get()).isTrue();
    assertThat(time.elapsed()).isZero();
  }

  @Test
  void anInterruptedThreadDoesNotEvenBeginToSleep() throws Exception {
    Future<Boolean> sleeper = threads.submit(() -> {
      Thread.currentThread().interrupt();
      try {
        time.sleep(Duration.ZERO);
        return false;
      } catch (InterruptedException e) {
        return true;
      }
    });

    assertThat(sleeper.get()).isTrue();
  }

  @Test
  void noSleepAtAllNeedsNobodyToAdvance() throws Exception {
    time.sleep(Duration.ZERO);
    time.sleep(Duration.ofSeconds(-1));

    assertThat(time.elapsed()).isZero();
  }

  @Test
  void theThreadThatAdvancesRunsTheTimersAndATimerMayWaitForASleeper() throws Exception {
    CountDownLatch woken = new CountDownLatch(1);
    Future<?> sleeper = threads.submit(() -> {
      sleep(1);
      woken.countDown();
    });
    time.awaitSleepers(1);
    CompletableFuture<Thread> ranOn = new CompletableFuture<>();
    time.schedule(Duration.ofSeconds(1), () -> {
      ranOn.complete(Thread.currentThread());
      await(woken);
    });

    time.advance(Duration.ofSeconds(1));

    sleeper.get();
    assertThat(ranOn.get()).isSameAs(Thread.currentThread());
  }

  private void sleep(int seconds) {
    try {
      time.sleep(Duration.ofSeconds(seconds));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
