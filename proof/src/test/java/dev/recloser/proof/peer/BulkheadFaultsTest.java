package dev.recloser.proof.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.bulkhead.Bulkhead;
import dev.recloser.bulkhead.BulkheadEvent;
import dev.recloser.bulkhead.BulkheadFullException;
import dev.recloser.bulkhead.BulkheadPermit;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.bulkhead.ThreadPoolBulkhead;
import io.github.resilience4j.bulkhead.ThreadPoolBulkheadConfig;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Who holds a permit, and for how long. */
class BulkheadFaultsTest {
  private final Bulkhead ours = Bulkhead.of("ours", 1);
  private final CountDownLatch release = new CountDownLatch(1);

  private static io.github.resilience4j.bulkhead.Bulkhead theirs() {
    return io.github.resilience4j.bulkhead.Bulkhead.of(
        "theirs", BulkheadConfig.custom().maxConcurrentCalls(1).build());
  }

  private static ThreadPoolBulkhead pool() {
    return ThreadPoolBulkhead.of(
        "pool",
        ThreadPoolBulkheadConfig.custom()
            .coreThreadPoolSize(1)
            .maxThreadPoolSize(1)
            .queueCapacity(1)
            .build());
  }

  @Test
  @Experiment(
      value = "E28a",
      peer = "cancelling the future of a pooled task does not touch the task",
      ours = "it interrupts the task; the permit is held until that has ended")
  void cancellingInterruptsTheTask() throws Exception {
    ExecutorService executor = Executors.newSingleThreadExecutor();
    Run ourRun = new Run();
    Run theirRun = new Run();
    ThreadPoolBulkhead pool = pool();
    try {
      CompletableFuture<String> theirFuture =
          pool.submit(() -> theirRun.until(release)).toCompletableFuture();
      CompletableFuture<String> ourFuture = ours.callOn(executor, () -> ourRun.until(release));
      ourRun.begun.await();
      theirRun.begun.await();

      assertThat(theirFuture.cancel(true)).isTrue();
      assertThat(ourFuture.cancel(true)).isTrue();
      executor.shutdown();
      assertThat(executor.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
      release.countDown();
      assertThat(theirRun.ended.await(10, TimeUnit.SECONDS)).isTrue();
    } finally {
      pool.close();
    }

    assertThat(theirRun.interrupted).isFalse();
    assertThat(ourRun.interrupted).isTrue();
    assertThat(ours.snapshot().free()).isEqualTo(1);
  }

  /** A task that runs until it is let go, or interrupted. */
  private static final class Run {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicBoolean interrupted = new AtomicBoolean();

    String until(CountDownLatch release) {
      begun.countDown();
      try {
        release.await();
      } catch (InterruptedException e) {
        interrupted.set(true);
      } finally {
        ended.countDown();
      }
      return "done";
    }
  }

  @Test
  @Experiment(
      value = "E28b",
      peer = "a full pool throws at the caller of an asynchronous call",
      ours = "a refusal is a failed future")
  void aRefusalIsAFailedFuture() throws Exception {
    CompletableFuture<String> running = ours.callAsync(CompletableFuture::new);
    ThreadPoolBulkhead pool = pool();
    try {
      CompletableFuture<String> first =
          pool.submit(() -> new Run().until(release)).toCompletableFuture();
      CompletableFuture<String> second =
          pool.submit(() -> new Run().until(release)).toCompletableFuture();
      assertThatThrownBy(() -> pool.submit(() -> "refused"))
          .isInstanceOf(io.github.resilience4j.bulkhead.BulkheadFullException.class);
      assertThat(CompletableFuture.anyOf(first, second)).isNotDone();
    } finally {
      release.countDown();
      pool.close();
    }

    assertThat(ours.callAsync(() -> CompletableFuture.completedFuture("refused")))
        .failsWithin(1, TimeUnit.SECONDS)
        .withThrowableOfType(java.util.concurrent.ExecutionException.class)
        .withCauseInstanceOf(BulkheadFullException.class);
    assertThat(running.cancel(true)).isTrue();
  }

  @Test
  @Experiment(
      value = "E38",
      peer = "whoever lowers the limit of a full bulkhead is blocked until calls end",
      ours = "returns at once; the limit is reached as calls end")
  void loweringTheLimitBlocksNobody() throws Exception {
    Bulkhead wide = Bulkhead.of("ours", 2);
    BulkheadPermit first = wide.acquire();
    BulkheadPermit second = wide.acquire();
    var theirs = theirs();
    theirs.acquirePermission();
    Thread changer = new Thread(
        () -> theirs.changeConfig(BulkheadConfig.custom().maxConcurrentCalls(0).build()));
    changer.start();
    while (changer.getState() != Thread.State.WAITING) {
      assertThat(changer.isAlive()).isTrue();
      Thread.onSpinWait();
    }

    wide.reconfigure(wide.config().toBuilder().maxConcurrent(1).build());
    first.close();
    assertThat(wide.tryAcquire()).isEmpty();
    second.close();
    assertThat(wide.snapshot().free()).isEqualTo(1);

    assertThat(changer.isAlive()).isTrue();
    theirs.releasePermission();
    changer.join(10_000);
    assertThat(changer.isAlive()).isFalse();
  }

  @Test
  @Experiment(
      value = "E39",
      peer = "two releases too many make 3 permits of 1",
      ours = "a permit is given back once")
  void aPermitIsGivenBackOnce() {
    var theirs = theirs();
    theirs.acquirePermission();
    BulkheadPermit permit = ours.acquire();
    for (int i = 0; i < 3; i++) {
      theirs.releasePermission();
      permit.close();
    }

    assertThat(theirs.getMetrics().getAvailableConcurrentCalls()).isEqualTo(3);
    assertThat(ours.snapshot().free()).isEqualTo(1);
  }

  @Test
  @Experiment(
      value = "E43",
      peer = "a listener that throws when a call is permitted loses the permit",
      ours = "what a listener throws is logged and changes nothing")
  void aFaultyListenerLosesNoPermit() {
    var theirs = theirs();
    theirs.getEventPublisher().onCallPermitted(event -> {
      throw new IllegalStateException("listener");
    });
    var unused = ours.on(BulkheadEvent.class, event -> {
      throw new IllegalStateException("listener");
    });

    assertThatThrownBy(() -> theirs.executeSupplier(() -> "good"))
        .isInstanceOf(IllegalStateException.class);
    assertThat(ours.<String, RuntimeException>call(() -> "good")).isEqualTo("good");

    assertThat(theirs.getMetrics().getAvailableConcurrentCalls()).isZero();
    assertThat(ours.snapshot().free()).isEqualTo(1);
  }
}
