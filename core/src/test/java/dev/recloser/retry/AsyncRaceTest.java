package dev.recloser.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.Backoff;
import dev.recloser.RetryBudget;
import dev.recloser.retry.RetryEvent.GaveUp;
import dev.recloser.retry.RetryEvent.Recovered;
import dev.recloser.time.ManualTimeSource;
import dev.recloser.time.TimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** STRESS: the holder of the future cancels it at the moment at which something else happens. */
class AsyncRaceTest {
  private static final int ROUNDS = 10_000;

  private final ManualTimeSource time = new ManualTimeSource();
  private final AtomicInteger ends = new AtomicInteger();
  private final ExecutorService other = Executors.newSingleThreadExecutor();
  private final CyclicBarrier together = new CyclicBarrier(2);
  private final Retry retry = Retry.builder("r")
      .maxAttempts(2)
      .backoff(Backoff.none())
      .budget(RetryBudget.unlimited())
      .timeSource(time)
      .build();

  AsyncRaceTest() {
    retry.on(GaveUp.class, event -> ends.incrementAndGet());
    retry.on(Recovered.class, event -> ends.incrementAndGet());
  }

  @AfterEach
  void stop() {
    other.shutdownNow();
  }

  // C43, for a retry
  @Test
  void againstTheSuccessOfTheFirstAttempt() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      CompletableFuture<String> stage = new CompletableFuture<>();
      CompletableFuture<String> future = retry.callAsync(() -> stage);

      race(() -> future.cancel(true), () -> stage.complete("value"));

      assertThat(future).isDone();
      assertThat(stage).isDone();
      if (!future.isCancelled()) {
        assertThat(future).isCompletedWithValue("value");
      }
      assertThat(time.pendingTimers()).isZero();
      assertThat(ends.getAndSet(0)).isLessThanOrEqualTo(future.isCancelled() ? 1 : 0);
    }
  }

  @Test
  void againstTheSuccessOfTheSecondAttemptThereIsOneEnd() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      AtomicInteger runs = new AtomicInteger();
      CompletableFuture<String> second = new CompletableFuture<>();
      CompletableFuture<String> future = retry.callAsync(() ->
          runs.incrementAndGet() == 1 ? CompletableFuture.failedFuture(new IOException()) : second);
      time.advance(Duration.ZERO);

      race(() -> future.cancel(true), () -> second.complete("value"));

      assertThat(future).isDone();
      assertThat(second).isDone();
      assertThat(ends.getAndSet(0)).isEqualTo(1);
      assertThat(time.pendingTimers()).isZero();
    }
  }

  @Test
  void againstAFailureThatIsAboutToBeRetried() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      AtomicInteger runs = new AtomicInteger();
      CompletableFuture<String> first = new CompletableFuture<>();
      CompletableFuture<String> future = retry.callAsync(() -> {
        runs.incrementAndGet();
        return first;
      });

      race(() -> future.cancel(true), () -> first.completeExceptionally(new IOException()));

      assertThat(future).isCancelled();
      assertThat(ends.getAndSet(0)).isEqualTo(1);
      assertThat(time.pendingTimers()).isZero();
      time.advance(Duration.ofDays(1));
      assertThat(runs).hasValue(1);
    }
  }

  @Test
  void againstTheStartOfTheNextAttempt() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      AtomicInteger runs = new AtomicInteger();
      CompletableFuture<String> second = new CompletableFuture<>();
      CompletableFuture<String> future = retry.callAsync(() ->
          runs.incrementAndGet() == 1 ? CompletableFuture.failedFuture(new IOException()) : second);

      race(() -> future.cancel(true), () -> time.advance(Duration.ZERO));

      assertThat(future).isCancelled();
      assertThat(time.pendingTimers()).isZero();
      assertThat(second.isCancelled()).isEqualTo(runs.get() == 2);
      assertThat(ends.getAndSet(0)).isEqualTo(1);
    }
  }

  // C89, C56: whatever happens, every future that was handed out completes.
  @Test
  void onTheThreadsOfTheSystemEveryFutureCompletes() throws Exception {
    Retry real = Retry.builder("r")
        .maxAttempts(3)
        .backoff(Backoff.none())
        .budget(RetryBudget.unlimited())
        .timeSource(TimeSource.system())
        .build();
    for (int i = 0; i < ROUNDS / 5; i++) {
      AtomicInteger runs = new AtomicInteger();
      CompletableFuture<String> future = real.callAsync(() -> runs.incrementAndGet() < 3
          ? CompletableFuture.failedFuture(new IOException())
          : CompletableFuture.completedFuture("value"));
      if (i % 2 == 0) {
        future.cancel(true);
      }

      String value = future
          .handle((result, failure) -> failure == null ? result : "cancelled")
          .get(10, TimeUnit.SECONDS);
      assertThat(value).isIn("value", "cancelled");
    }
  }

  /** Runs both at once, as nearly as two threads can. */
  private void race(Runnable one, Runnable another) throws Exception {
    Future<?> done = other.submit(() -> {
      together.await();
      another.run();
      return null;
    });
    together.await();
    one.run();
    done.get(10, TimeUnit.SECONDS);
  }
}
