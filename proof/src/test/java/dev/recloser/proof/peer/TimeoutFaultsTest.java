package dev.recloser.proof.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.TimeoutExceededException;
import dev.recloser.time.ManualTimeSource;
import dev.recloser.timeout.Timeout;
import io.github.resilience4j.timelimiter.TimeLimiter;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** What a timeout does to what takes too long, and what it leaves behind. */
class TimeoutFaultsTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final ManualTimeSource time = new ManualTimeSource();
  private final Timeout ours =
      Timeout.builder("ours").limit(LIMIT).timeSource(time).build();

  @Test
  @Experiment(
      value = "E27",
      peer = "takes only futures; the work of an executor's `Future` is interrupted, that of a"
          + " `CompletableFuture` runs to its end",
      ours =
          "a blocking call is interrupted on the caller's own thread; a stage is cancelled, which"
              + " is told to whoever computes it, but interrupts nobody here either")
  void workThatTakesTooLongIsStopped() throws Exception {
    assertThat(interruptsUnderPeer(ExecutorService::submit)).isTrue();
    assertThat(interruptsUnderPeer((pool, task) -> CompletableFuture.runAsync(task, pool)))
        .isFalse();

    CompletableFuture<String> stage = new CompletableFuture<>();
    CompletableFuture<String> guarded = ours.callAsync(() -> stage);
    AtomicBoolean interrupted = new AtomicBoolean();
    CountDownLatch never = new CountDownLatch(1);
    assertThatThrownBy(() -> ours.run(() -> {
          time.advance(LIMIT);
          awaitAndNote(never, interrupted);
        }))
        .isInstanceOf(TimeoutExceededException.class);

    assertThat(interrupted).isTrue();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(guarded).isCompletedExceptionally();
    assertThat(stage).isCancelled();
  }

  /** Whether the peer's limit interrupts a task that waits, started in this way. */
  private static boolean interruptsUnderPeer(BiFunction<ExecutorService, Runnable, Future<?>> start)
      throws InterruptedException {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    AtomicBoolean interrupted = new AtomicBoolean();
    ExecutorService pool = Executors.newSingleThreadExecutor();
    Future<?> work = start.apply(pool, () -> {
      started.countDown();
      awaitAndNote(release, interrupted);
    });
    started.await();
    assertThatThrownBy(() -> TimeLimiter.of(Duration.ofMillis(5)).executeFutureSupplier(() -> work))
        .isInstanceOf(TimeoutException.class);
    // If nothing interrupted it, this ends it.
    release.countDown();
    pool.shutdown();
    assertThat(pool.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    return interrupted.get();
  }

  private static void awaitAndNote(CountDownLatch latch, AtomicBoolean interrupted) {
    try {
      latch.await();
      // The latch may have opened before the interrupt was looked for.
      interrupted.set(Thread.interrupted());
    } catch (InterruptedException e) {
      interrupted.set(true);
    }
  }

  @Test
  @Experiment(
      value = "E30",
      peer = "1000 stages that have failed leave 1000 timers of 60 s behind",
      ours = "no timer outlives its call")
  void noTimerOutlivesItsCall() {
    ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1);
    TimeLimiter theirs = TimeLimiter.of(LIMIT);
    int theirFailures = 0;
    int ourFailures = 0;
    for (int i = 0; i < 1_000; i++) {
      theirFailures += theirs
              .executeCompletionStage(
                  scheduler, () -> CompletableFuture.failedFuture(new IllegalStateException()))
              .toCompletableFuture()
              .isCompletedExceptionally()
          ? 1
          : 0;
      ourFailures +=
          ours.callAsync(() -> CompletableFuture.failedFuture(new IllegalStateException()))
                  .isCompletedExceptionally()
              ? 1
              : 0;
    }

    assertThat(theirFailures).isEqualTo(1_000);
    assertThat(scheduler.shutdownNow()).hasSize(1_000);
    assertThat(ourFailures).isEqualTo(1_000);
    assertThat(time.pendingTimers()).isZero();
  }
}
