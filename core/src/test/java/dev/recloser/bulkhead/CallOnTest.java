package dev.recloser.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.Call;
import dev.recloser.Deadline;
import dev.recloser.time.ManualTimeSource;
import dev.recloser.time.VirtualThreads;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tasks that block, on threads of an executor. */
class CallOnTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final Bulkhead bulkhead =
      Bulkhead.builder("pool").maxConcurrent(2).queue(10).timeSource(time).build();
  private final ExecutorService threads = Executors.newFixedThreadPool(1);
  private final Queue<Runnable> submitted = new ArrayDeque<>();
  private final Executor byHand = submitted::add;
  private final List<String> log = new ArrayList<>();

  @AfterEach
  void stop() {
    threads.shutdownNow();
    assertThat(bulkhead.snapshot().free()).isEqualTo(2);
    assertThat(time.pendingTimers()).isZero();
  }

  private void runAll() {
    for (Runnable next = submitted.poll(); next != null; next = submitted.poll()) {
      next.run();
    }
  }

  private static Throwable failure(CompletableFuture<?> future) {
    assertThat(future).isCompletedExceptionally();
    return future.handle((value, failure) -> failure).join();
  }

  @Test
  void aTaskRunsOnTheExecutor() throws Exception {
    CompletableFuture<Thread> future = bulkhead.callOn(threads, Thread::currentThread);
    assertThat(future.get()).isNotSameAs(Thread.currentThread());
  }

  @Test
  void whatItThrowsArrivesRaw() {
    IOException cause = new IOException("down");
    CompletableFuture<String> future = bulkhead.callOn(byHand, () -> {
      throw cause;
    });
    runAll();
    assertThat(failure(future)).isSameAs(cause);
  }

  @Test
  void noMoreAreGivenToTheExecutorThanMayRun() {
    List<CompletableFuture<Integer>> futures = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      int number = i;
      futures.add(bulkhead.callOn(byHand, () -> number));
    }
    assertThat(submitted).hasSize(2);
    assertThat(bulkhead.snapshot().queued()).isEqualTo(3);
    while (bulkhead.snapshot().running() > 0) {
      assertThat(submitted).hasSizeBetween(1, 2);
      runAll();
      time.advance(Duration.ZERO);
    }
    assertThat(futures).allMatch(future -> !future.isCompletedExceptionally() && future.isDone());
  }

  @Test
  void aRefusalOfTheExecutorIsAFailedFuture() {
    CompletableFuture<String> future = bulkhead.callOn(
        task -> {
          throw new RejectedExecutionException("shut down");
        },
        () -> "body");
    assertThat(failure(future)).isInstanceOf(RejectedExecutionException.class);
  }

  // C56: a task that was cancelled before it had a thread never completed. E28a: queued work still
  // ran.
  @Test
  void aTaskThatIsCancelledBeforeItHasAThreadDoesNotRun() {
    CompletableFuture<Boolean> future = bulkhead.callOn(byHand, () -> log.add("ran"));
    future.cancel(true);
    assertThat(bulkhead.snapshot().free()).isEqualTo(2);
    runAll();
    assertThat(log).isEmpty();
  }

  @Test
  void aTaskWhoseDeadlineHasPassedWhenItGetsAThreadDoesNotRun() {
    Call before = Call.enter(Call.current().within(Deadline.after(Duration.ofSeconds(1), time)));
    CompletableFuture<Boolean> late = bulkhead.callOn(byHand, () -> log.add("late"));
    CompletableFuture<Boolean> inTime = bulkhead.callOn(byHand, () -> log.add("in time"));
    Call.enter(before);
    time.advance(Duration.ofSeconds(1).minusNanos(1));
    submitted.add(submitted.remove()); // The second is the first to get a thread.
    submitted.remove().run();
    time.advance(Duration.ofNanos(1));
    runAll();
    assertThat(inTime).isCompletedWithValue(true);
    assertThat(failure(late))
        .isInstanceOf(BulkheadFullException.class)
        .hasMessageEndingWith("no thread came free before the deadline of the call");
    assertThat(log).containsExactly("in time");
  }

  @Test
  void itsCallIsTheOneItWasGivenBy() throws Exception {
    Call before = Call.enter(Call.current().atAttempt(4));
    CompletableFuture<Integer> first =
        bulkhead.callOn(threads, () -> Call.current().attempt());
    Call.enter(before);
    assertThat(first.get()).isEqualTo(4);
    assertThat(bulkhead.callOn(threads, () -> Call.current().attempt()).get()).isEqualTo(1);
  }

  // E28a: cancelling did not touch the work.
  @Test
  void cancellingInterruptsTheTaskAndThePermitIsHeldUntilItHasEnded() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    CompletableFuture<String> future = bulkhead.callOn(threads, () -> {
      begun.countDown();
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        interrupted.countDown();
        mayEnd.await();
      }
      return "late";
    });
    begun.await();
    future.cancel(true);
    interrupted.await();
    assertThat(bulkhead.snapshot().running()).isEqualTo(1);
    mayEnd.countDown();
    threads.submit(() -> {}).get();
    assertThat(bulkhead.snapshot().running()).isZero();
  }

  @Test
  void anInterruptNeverReachesWhatTheThreadDoesNext() throws Exception {
    BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();
    CompletableFuture<String> disturbed = new CompletableFuture<>();
    Future<?> worker = threads.submit(() -> {
      for (int round = 0; round < 10_000; round++) {
        tasks.take().run();
        if (Thread.interrupted()) {
          disturbed.complete("in round " + round);
        }
      }
      return null;
    });
    for (int round = 0; round < 10_000; round++) {
      CountDownLatch begun = new CountDownLatch(1);
      CompletableFuture<String> future = bulkhead.callOn(tasks::add, () -> {
        begun.countDown();
        return "body";
      });
      begun.await();
      future.cancel(true);
    }
    worker.get();
    assertThat(disturbed).isNotDone();
  }

  @Test
  void itRunsOnVirtualThreadsWhereTheJdkHasThem() throws Exception {
    Executor executor = VirtualThreads.executor().orElse(threads);
    List<CompletableFuture<Integer>> futures = new ArrayList<>();
    Bulkhead wide = Bulkhead.builder("wide")
        .maxConcurrent(10)
        .queue(1000)
        .maxWait(Duration.ofMinutes(5))
        .build();
    for (int i = 0; i < 1000; i++) {
      futures.add(wide.callOn(executor, () -> wide.snapshot().running()));
    }
    for (CompletableFuture<Integer> future : futures) {
      assertThat(future.get()).isBetween(1, 10);
    }
  }
}
