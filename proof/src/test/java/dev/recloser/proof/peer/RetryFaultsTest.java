package dev.recloser.proof.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.Backoff;
import dev.recloser.CallInterruptedException;
import dev.recloser.retry.Retry;
import dev.recloser.retry.RetryEvent;
import dev.recloser.time.ManualTimeSource;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.RetryConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a retry repeats, and how it ends. */
class RetryFaultsTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor();
  private final AtomicInteger attempts = new AtomicInteger();
  private final AtomicInteger theirAttempts = new AtomicInteger();
  private final List<RetryEvent> events = new ArrayList<>();

  @AfterEach
  void stop() {
    scheduler.shutdownNow();
  }

  private Retry ours(int maxAttempts) {
    Retry retry = Retry.builder("ours")
        .maxAttempts(maxAttempts)
        .backoff(Backoff.fixed(Duration.ofSeconds(1)))
        .timeSource(time)
        .build();
    var unused = retry.onEvent(events::add);
    return retry;
  }

  private static io.github.resilience4j.retry.Retry theirs(int maxAttempts) {
    return io.github.resilience4j.retry.Retry.of(
        "theirs",
        RetryConfig.custom()
            .maxAttempts(maxAttempts)
            .intervalFunction(IntervalFunction.of(1))
            .build());
  }

  private void awaitScheduled() throws InterruptedException {
    scheduler.shutdown();
    assertThat(scheduler.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  @Experiment(
      value = "E9",
      peer =
          "when a later attempt throws instead of returning a stage, the promise never completes",
      ours = "it counts as a failed attempt, and the promise completes")
  void aLaterAttemptThatThrowsCompletesThePromise() throws Exception {
    CompletableFuture<String> ours = ours(3).callAsync(() -> failsAndThenThrows(attempts));
    CompletableFuture<String> theirs = theirs(3)
        .executeCompletionStage(scheduler, () -> failsAndThenThrows(theirAttempts))
        .toCompletableFuture();
    while (theirAttempts.get() < 2) {
      Thread.onSpinWait();
    }
    awaitScheduled();
    time.advance(Duration.ofSeconds(10));

    assertThat(theirs).isNotDone();
    assertThat(theirAttempts).hasValue(2);
    assertThat(ours).isCompletedExceptionally();
    assertThat(attempts).hasValue(3);
  }

  private static CompletableFuture<String> failsAndThenThrows(AtomicInteger attempts) {
    if (attempts.incrementAndGet() == 1) {
      return CompletableFuture.failedFuture(new IllegalStateException("first"));
    }
    throw new IllegalStateException("later");
  }

  @Test
  @Experiment(
      value = "E13",
      peer = "cancelling the promise at attempt 3 of 20 stops nothing: it runs to 20",
      ours = "no further attempt starts")
  void cancellingThePromiseStopsTheAttempts() throws Exception {
    CompletableFuture<String> ours = ours(20).callAsync(() -> failing(attempts));
    time.advance(Duration.ofSeconds(2));
    CountDownLatch all = new CountDownLatch(20);
    CompletableFuture<CompletableFuture<String>> promise = new CompletableFuture<>();
    CompletableFuture<String> theirs = theirs(20)
        .executeCompletionStage(scheduler, () -> {
          all.countDown();
          if (theirAttempts.incrementAndGet() == 3) {
            promise.join().cancel(true);
          }
          return CompletableFuture.<String>failedFuture(new IllegalStateException());
        })
        .toCompletableFuture();
    promise.complete(theirs);

    assertThat(attempts).hasValue(3);
    assertThat(ours.cancel(true)).isTrue();
    time.advance(Duration.ofMinutes(1));

    assertThat(all.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(theirs).isCancelled();
    assertThat(attempts).hasValue(3);
  }

  private static CompletableFuture<String> failing(AtomicInteger attempts) {
    attempts.incrementAndGet();
    return CompletableFuture.failedFuture(new IllegalStateException());
  }

  @Test
  @Experiment(
      value = "E29",
      peer = "an `Error` is not retried, and no counter moves",
      ours = "it is not retried, and an event tells why")
  void anErrorIsNotRetriedAndIsTold() {
    var theirs = theirs(3);

    assertThatThrownBy(() -> ours(3).run(() -> fail(attempts))).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> theirs.executeRunnable(() -> fail(theirAttempts)))
        .isInstanceOf(AssertionError.class);

    assertThat(theirAttempts).hasValue(1);
    assertThat(theirs.getMetrics().getNumberOfFailedCallsWithoutRetryAttempt()).isZero();
    assertThat(attempts).hasValue(1);
    assertThat(events).hasSize(1);
    assertThat(((RetryEvent.GaveUp) events.get(0)).reason())
        .isEqualTo(RetryEvent.Reason.NOT_RETRYABLE);
  }

  private static void fail(AtomicInteger attempts) {
    attempts.incrementAndGet();
    throw new AssertionError();
  }

  @Test
  @Experiment(
      value = "E31",
      peer = "an `InterruptedException` is retried",
      ours = "it ends the retry")
  void anInterruptionIsNotRetried() {
    assertThatThrownBy(() -> ours(3).run(() -> interrupted(attempts)))
        .isInstanceOfAny(InterruptedException.class, CallInterruptedException.class);
    var unused = Thread.interrupted();
    assertThatThrownBy(() -> theirs(3).executeCallable(() -> interrupted(theirAttempts)))
        .isInstanceOf(InterruptedException.class);

    assertThat(theirAttempts).hasValue(3);
    assertThat(attempts).hasValue(1);
  }

  private static String interrupted(AtomicInteger attempts) throws InterruptedException {
    attempts.incrementAndGet();
    throw new InterruptedException();
  }

  @Test
  @Experiment(
      value = "E32",
      peer = "a first attempt that succeeds publishes no event",
      ours = "the same, on purpose: nothing was retried, and the path costs nothing")
  void aFirstAttemptThatSucceedsIsNotTold() {
    var theirs = theirs(3);
    List<Object> theirEvents = new ArrayList<>();
    theirs.getEventPublisher().onEvent(theirEvents::add);

    assertThat(ours(3).<String, RuntimeException>call(() -> "good")).isEqualTo("good");
    assertThat(theirs.executeSupplier(() -> "good")).isEqualTo("good");

    assertThat(theirEvents).isEmpty();
    assertThat(events).isEmpty();
  }

  @Test
  @Experiment(
      value = "E34",
      peer =
          "a negative interval after a bad result throws an `IllegalStateException` at the caller",
      ours = "a negative delay means stop: the last result is returned")
  void aNegativeDelayMeansStop() {
    Retry ours = Retry.builder("ours")
        .backoff((attempt, previous, random) -> Backoff.STOP)
        .retryOnResult("bad"::equals)
        .timeSource(time)
        .build();
    var theirs = io.github.resilience4j.retry.Retry.of(
        "theirs",
        RetryConfig.<String>custom()
            .retryOnResult("bad"::equals)
            .intervalBiFunction((attempt, outcome) -> -1L)
            .build());

    assertThatThrownBy(() -> theirs.executeSupplier(() -> "bad"))
        .isInstanceOf(IllegalStateException.class);
    assertThat(ours.<String, RuntimeException>call(() -> "bad")).isEqualTo("bad");
  }
}
