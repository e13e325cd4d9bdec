package dev.recloser.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/** How a thread waits for a future on a time source. */
class AwaitTest {
  private static final Duration WAIT = Duration.ofMillis(100);

  private final ManualTimeSource time = new ManualTimeSource();
  private final CompletableFuture<String> future = new CompletableFuture<>();

  /** What the interface itself does, for a time source of the user's. */
  private record Plain(TimeSource source) implements TimeSource {

    @Override
    public long nanoTime() {
      return source.nanoTime();
    }

    @Override
    public Instant wallTime() {
      return source.wallTime();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
      source.sleep(duration);
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
      return source.schedule(delay, task);
    }
  }

  private static List<TimeSource> realOnes() {
    return List.of(
        TimeSource.system(), TimeSource.from(Clock.systemUTC()), new Plain(TimeSource.system()));
  }

  @Test
  void manualTimeAdvancesUpToTheInstantAtWhichTheFutureIsDone() throws Exception {
    time.schedule(WAIT, () -> future.complete("done"));
    time.schedule(WAIT, () -> future.complete("too late"));
    assertThat(time.await(future, Duration.ofHours(1), "otherwise")).isEqualTo("done");
    assertThat(time.elapsed()).isEqualTo(WAIT);
    assertThat(time.pendingTimers()).isEqualTo(1);
  }

  @Test
  void manualTimeCompletesTheFutureWhenItTakesTooLong() throws Exception {
    time.schedule(WAIT.plusNanos(1), () -> future.complete("too late"));
    assertThat(time.await(future, WAIT, "otherwise")).isEqualTo("otherwise");
    assertThat(future).isCompletedWithValue("otherwise");
    assertThat(time.elapsed()).isEqualTo(WAIT);
  }

  @Test
  void blockingManualTimeWaitsForAnotherThread() throws Exception {
    ManualTimeSource slow = ManualTimeSource.blocking();
    FutureTask<String> waiter = new FutureTask<>(() -> slow.await(future, WAIT, "otherwise"));
    new Thread(waiter).start();
    slow.awaitSleepers(1);
    slow.advance(WAIT.minusNanos(1));
    assertThat(future).isNotDone();
    slow.advance(Duration.ofNanos(1));
    assertThat(waiter.get()).isEqualTo("otherwise");

    CompletableFuture<String> other = new CompletableFuture<>();
    FutureTask<String> second = new FutureTask<>(() -> slow.await(other, WAIT, "otherwise"));
    new Thread(second).start();
    slow.awaitSleepers(1);
    other.complete("done");
    assertThat(second.get()).isEqualTo("done");
    assertThat(slow.pendingTimers()).isZero();
  }

  @Test
  void realTimePasses() throws Exception {
    for (TimeSource source : realOnes()) {
      CompletableFuture<String> never = new CompletableFuture<>();
      assertThat(source.await(never, Duration.ofMillis(1), "otherwise")).isEqualTo("otherwise");
      assertThat(never).isCompletedWithValue("otherwise");
      assertThat(source.await(new CompletableFuture<>(), Duration.ZERO, "at once"))
          .isEqualTo("at once");
    }
  }

  @Test
  void aFutureThatIsDoneIsNotWaitedForEvenByAnInterruptedThread() throws Exception {
    future.complete("done");
    for (TimeSource source : all()) {
      Thread.currentThread().interrupt();
      assertThat(source.await(future, WAIT, "otherwise")).isEqualTo("done");
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(time.elapsed()).isZero();
  }

  @Test
  void anInterruptedThreadDoesNotWaitAndLeavesTheFutureAsItWas() {
    for (TimeSource source : all()) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> source.await(future, WAIT, "otherwise"))
          .isInstanceOf(InterruptedException.class);
      assertThat(Thread.interrupted()).isFalse();
      assertThat(future).isNotDone();
    }
    assertThat(time.pendingTimers()).isZero();
  }

  @Test
  void aFutureThatFailsFailsTheWait() {
    future.completeExceptionally(new IOException("down"));
    for (TimeSource source : all()) {
      assertThatThrownBy(() -> source.await(future, WAIT, "otherwise"))
          .isInstanceOf(CompletionException.class)
          .hasCauseInstanceOf(IOException.class);
    }
  }

  @Test
  void virtualThreadsAreFoundFromJdk21On() throws Exception {
    assertThat(VirtualThreads.executor().isPresent())
        .isEqualTo(Runtime.version().feature() >= 21);
    VirtualThreads.executor().ifPresent(executor -> executor.execute(() -> future.complete("ran")));
    assertThat(VirtualThreads.executor().isEmpty() || "ran".equals(future.get()))
        .isTrue();
  }

  private List<TimeSource> all() {
    return List.of(
        time,
        ManualTimeSource.blocking(),
        TimeSource.system(),
        TimeSource.from(Clock.systemUTC()),
        new Plain(time));
  }
}
