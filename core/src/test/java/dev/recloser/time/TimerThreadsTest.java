package dev.recloser.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.TimeoutExceededException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class TimerThreadsTest {

  /** As many as there can be: more than these wait for one of them. */
  private static final int WORKERS = 256;

  private final TimeSource time = TimeSource.system();

  // C58
  @Test
  void aTimerThatBlocksDelaysNoOther() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch blocked = new CountDownLatch(10);
    for (int i = 0; i < 10; i++) {
      time.schedule(Duration.ZERO, () -> block(blocked, release));
    }
    await(blocked);
    CompletableFuture<Thread> other = new CompletableFuture<>();

    time.schedule(Duration.ofMillis(1), () -> other.complete(Thread.currentThread()));

    assertThat(other.get(10, TimeUnit.SECONDS).isDaemon()).isTrue();
    release.countDown();
  }

  @Test
  void aTimerThatThrowsHarmsNothing() throws Exception {
    try (LoggedWarnings log = new LoggedWarnings(TimerTask.class)) {
      for (int i = 0; i < 3; i++) {
        time.schedule(Duration.ZERO, () -> {
          throw new NoClassDefFoundError("missing");
        });
        CompletableFuture<String> other = new CompletableFuture<>();
        time.schedule(Duration.ofMillis(1), () -> other.complete("ran"));
        assertThat(other.get(10, TimeUnit.SECONDS)).isEqualTo("ran");
      }
      assertThat(log.messages()).allMatch("a scheduled task failed"::equals);
    }
  }

  // E30
  @Test
  void cancelledTimersLeaveNothingQueued() {
    int before = TimerThreads.pending();
    List<Timer> timers = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      timers.add(time.schedule(Duration.ofHours(1), () -> {}));
    }
    assertThat(TimerThreads.pending()).isGreaterThanOrEqualTo(1000);

    timers.forEach(Timer::cancel);

    assertThat(TimerThreads.pending()).isLessThanOrEqualTo(before);
  }

  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void cancelledTimersDoNotPileUp() {
    for (int i = 0; i < 100_000; i++) {
      time.schedule(Duration.ofHours(1), () -> {}).cancel();
    }
    while (TimerThreads.kept() > 1000) {
      Thread.onSpinWait();
    }
  }

  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void theEndOfTheStackWhileATimerIsSetHarmsNoOther() throws Exception {
    for (int i = 0; i < 20; i++) {
      Thread deep = new Thread(null, this::setTimersForEver, "deep", 256 * 1024);
      deep.start();
      deep.join();
      CompletableFuture<String> other = new CompletableFuture<>();
      time.schedule(Duration.ofMillis(1), () -> other.complete("ran"));
      assertThat(other.get(10, TimeUnit.SECONDS)).isEqualTo("ran");
    }
  }

  private void setTimersForEver() {
    try {
      setTimersTo(Integer.MAX_VALUE);
    } catch (StackOverflowError expected) {
      // The timers that are set now will be cancelled, or run and do nothing.
    }
  }

  private void setTimersTo(int depth) {
    if (depth > 0) {
      Timer timer = time.schedule(Duration.ofMillis(50), () -> {});
      setTimersTo(depth - 1);
      timer.cancel();
    }
  }

  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void anAsyncCallTimesOutThoughAllWorkersAreBusy() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch blocked = new CountDownLatch(WORKERS);
    for (int i = 0; i < WORKERS; i++) {
      time.schedule(Duration.ZERO, () -> block(blocked, release));
    }
    await(blocked);
    CompletableFuture<String> late = dev.recloser.timeout.Timeout.of("t", Duration.ofMillis(1))
        .callAsync(() -> new CompletableFuture<>());
    assertThat(late)
        .failsWithin(Duration.ofSeconds(10))
        .withThrowableThat()
        .withCauseInstanceOf(TimeoutExceededException.class);
    release.countDown();
  }

  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void timersRunThoughAllWorkersWereBusyWhenTheirTimeCame() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch blocked = new CountDownLatch(WORKERS);
    for (int i = 0; i < WORKERS; i++) {
      time.schedule(Duration.ZERO, () -> block(blocked, release));
    }
    await(blocked);
    AtomicInteger cancelledRuns = new AtomicInteger();
    CountDownLatch ran = new CountDownLatch(100);
    List<Timer> cancelled = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      cancelled.add(time.schedule(Duration.ZERO, cancelledRuns::incrementAndGet));
      time.schedule(Duration.ZERO, ran::countDown);
    }

    while (TimerThreads.overdue() < 200) {
      Thread.onSpinWait();
    }

    cancelled.forEach(Timer::cancel);
    assertThat(TimerThreads.overdue()).isEqualTo(100);
    release.countDown();

    await(ran);
    assertThat(cancelledRuns).hasValue(0);
  }

  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aBlockingCallTimesOutThoughAllWorkersAreBusy() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch blocked = new CountDownLatch(WORKERS);
    for (int i = 0; i < WORKERS; i++) {
      time.schedule(Duration.ZERO, () -> block(blocked, release));
    }
    await(blocked);
    assertThatThrownBy(() -> dev.recloser.timeout.Timeout.of("t", Duration.ofMillis(1))
            .call(() -> release.await(20, TimeUnit.SECONDS)))
        .isInstanceOf(TimeoutExceededException.class);
    release.countDown();
  }

  @Test
  void aCancelledTimerDoesNotRunAndOneThatRunsIsNotInterrupted() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch cancelled = new CountDownLatch(1);
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Timer timer = time.schedule(Duration.ZERO, () -> {
      block(started, cancelled);
      interrupted.complete(Thread.currentThread().isInterrupted());
    });
    await(started);

    timer.cancel();
    cancelled.countDown();

    assertThat(interrupted.get(10, TimeUnit.SECONDS)).isFalse();
  }

  // C98
  @Test
  void anEndlessDelayDoesNotOverflow() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    Timer endless = time.schedule(Duration.ofSeconds(Long.MAX_VALUE), runs::incrementAndGet);
    CompletableFuture<String> ages = new CompletableFuture<>();

    time.schedule(Duration.ofSeconds(Long.MIN_VALUE), () -> ages.complete("ran"));

    assertThat(ages.get(10, TimeUnit.SECONDS)).isEqualTo("ran");
    assertThat(runs).hasValue(0);
    endless.cancel();
  }

  private static void block(CountDownLatch blocked, CountDownLatch release) {
    blocked.countDown();
    try {
      release.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
  }
}
