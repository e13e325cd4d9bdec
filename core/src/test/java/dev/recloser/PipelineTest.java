package dev.recloser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitOpenException;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.retry.Retry;
import dev.recloser.time.ManualTimeSource;
import dev.recloser.timeout.Timeout;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class PipelineTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final CircuitBreaker breaker = CircuitBreaker.builder("inventory")
      .tripWhen(TripRule.consecutiveFailures(3))
      .ignore(FileNotFoundException.class)
      .timeSource(time)
      .build();
  private final Retry retry = Retry.builder("inventory")
      .backoff(Backoff.fixed(Duration.ofMillis(100)))
      .timeSource(time)
      .build();
  private final List<String> ran = new ArrayList<>();

  private Pipeline.Builder pipeline() {
    return Pipeline.builder("inventory").timeSource(time);
  }

  /** Writes down that it was passed, and how. */
  private record Noting(String name, List<String> notes) implements Policy {

    @Override
    public <T extends @Nullable Object, E extends Exception> T call(
        Next next, CheckedSupplier<T, E> task) throws E {
      notes.add(name);
      return next.call(task);
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
        Next next, CheckedSupplier<? extends CompletionStage<T>, ?> task) {
      notes.add(name + " async");
      return next.callAsync(task);
    }
  }

  private String fail(String what) throws IOException {
    ran.add(what);
    throw new IOException(what);
  }

  @Test
  void policiesAreLinkedOutermostFirst() {
    Pipeline pipeline =
        pipeline().policy(new Noting("a", ran)).policy(new Noting("b", ran)).build();
    assertThat(pipeline.call(() -> "body")).isEqualTo("body");
    assertThat(pipeline.callAsync(() -> CompletableFuture.completedFuture("body")))
        .isCompletedWithValue("body");
    assertThat(ran).containsExactly("a", "b", "a async", "b async");
  }

  @Test
  void itPrintsItsOrder() {
    assertThat(pipeline()
            .retry(retry)
            .circuitBreaker(breaker)
            .timeout(Duration.ofSeconds(2))
            .build())
        .hasToString("Pipeline[inventory: Retry[inventory, maxAttempts=3, backoff=fixed(PT0.1S)]"
            + " > CircuitBreaker[inventory, CLOSED] > Timeout[inventory.attempt, PT2S] > task]");
  }

  @Test
  void timeoutsRunOnTheTimeSourceWhetherItIsGivenBeforeOrAfterThem() {
    Pipeline.Builder before = Pipeline.builder("p").timeSource(time).timeout(Duration.ofSeconds(2));
    Pipeline.Builder after =
        Pipeline.builder("p").timeout(Duration.ofSeconds(2)).timeSource(time);
    for (Pipeline.Builder either : List.of(before, after)) {
      CompletableFuture<String> future = either.build().callAsync(CompletableFuture::new);
      time.advance(Duration.ofSeconds(2));
      assertThat(future).isCompletedExceptionally();
    }
  }

  // C82
  @Test
  void theBreakerInsideARetrySeesEachAttempt() {
    assertThatThrownBy(
            () -> pipeline().retry(retry).circuitBreaker(breaker).build().call(() -> fail("x")))
        .isInstanceOf(IOException.class);
    assertThat(breaker.snapshot().failures()).isEqualTo(3);
  }

  // C82
  @Test
  void theBreakerOutsideARetrySeesTheWhole() {
    assertThatThrownBy(
            () -> pipeline().circuitBreaker(breaker).retry(retry).build().call(() -> fail("x")))
        .isInstanceOf(IOException.class);
    assertThat(breaker.snapshot().failures()).isEqualTo(1);
  }

  // C55
  @Test
  void eachAttemptHasItsOwnTimeout() {
    Retry twice = Retry.builder("r")
        .backoff((attempt, previous, random) -> Duration.ofMillis(10L * attempt))
        .timeSource(time)
        .build();
    Pipeline pipeline = pipeline().retry(twice).timeout(Duration.ofMillis(100)).build();
    List<Duration> starts = new ArrayList<>();
    CompletableFuture<String> future = pipeline.callAsync(() -> {
      starts.add(time.elapsed());
      return new CompletableFuture<String>();
    });
    time.advance(Duration.ofSeconds(1));
    assertThat(starts)
        .containsExactly(Duration.ZERO, Duration.ofMillis(110), Duration.ofMillis(230));
    assertThatThrownBy(future::join).hasCauseInstanceOf(TimeoutExceededException.class);
    assertThat(time.pendingTimers()).isZero();
  }

  @Test
  void nothingStartsAfterTheDeadline() {
    Pipeline pipeline = pipeline().timeout(Duration.ofMillis(250)).retry(retry).build();
    assertThatThrownBy(
            () -> pipeline.call(() -> fail("attempt at " + time.elapsed().toMillis())))
        .isInstanceOf(IOException.class);
    assertThat(ran).containsExactly("attempt at 0", "attempt at 100", "attempt at 200");

    Retry slow = Retry.builder("s")
        .backoff(Backoff.fixed(Duration.ofMillis(300)))
        .timeSource(time)
        .build();
    ran.clear();
    assertThatThrownBy(() ->
            pipeline().timeout(Duration.ofMillis(250)).retry(slow).build().call(() -> fail("once")))
        .isInstanceOf(IOException.class);
    assertThat(ran).containsExactly("once");
  }

  @Test
  void aCallCutShortByATotalTimeoutIsAFailureOfTheDependency() {
    Pipeline pipeline =
        pipeline().timeout(Duration.ofSeconds(1)).circuitBreaker(breaker).build();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> pipeline.run(() -> time.sleep(Duration.ofSeconds(5))))
          .isInstanceOf(TimeoutExceededException.class);
    }
    CompletableFuture<String> hanging = pipeline.callAsync(() -> new CompletableFuture<String>());
    time.advance(Duration.ofSeconds(1));
    assertThat(hanging).isCompletedExceptionally();
    assertThat(breaker.snapshot().failures()).isEqualTo(3);
    assertThat(breaker.state()).isEqualTo(CircuitBreaker.State.OPEN);
  }

  @Test
  void aCallThatItsHolderCancelsIsNot() {
    Pipeline pipeline = pipeline()
        .timeout(Duration.ofSeconds(1))
        .retry(retry)
        .circuitBreaker(breaker)
        .build();
    CompletableFuture<String> stage = new CompletableFuture<>();
    pipeline.callAsync(() -> stage).cancel(true);
    assertThat(stage).isCancelled();
    assertThat(breaker.snapshot().failures()).isZero();
    assertThat(breaker.snapshot().ignored()).isEqualTo(1);
    assertThat(time.pendingTimers()).isZero();
  }

  @Test
  void theTaskMayBeToldOfItsCall() throws Exception {
    Pipeline pipeline = pipeline().timeout(Duration.ofSeconds(1)).retry(retry).build();
    String result = pipeline.callWith(call -> call.attempt() < 3
        ? fail("attempt " + call.attempt())
        : "left: " + call.remaining().toMillis());
    assertThat(result).isEqualTo("left: 800");
    assertThat(ran).containsExactly("attempt 1", "attempt 2");
    assertThat(Call.current().attempt()).isEqualTo(1);
  }

  @Test
  void aNestedPipelineInheritsTheDeadline() {
    Pipeline inner = pipeline().timeout(Duration.ofHours(1)).build();
    Pipeline outer = pipeline().timeout(Duration.ofSeconds(1)).build();
    assertThat(outer.call(() -> inner.callWith(Call::remaining))).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void anAsyncAttemptKnowsItsNumberWhereverItRuns() {
    Pipeline pipeline = pipeline().retry(retry).build();
    List<Integer> attempts = new ArrayList<>();
    CompletableFuture<String> future = pipeline.callAsync(() -> {
      attempts.add(Call.current().attempt());
      return CompletableFuture.failedFuture(new IOException());
    });
    time.advance(Duration.ofSeconds(1));
    assertThat(future).isCompletedExceptionally();
    assertThat(attempts).containsExactly(1, 2, 3);
  }

  @Nested
  class Fallbacks {
    private final Pipeline pipeline = pipeline().circuitBreaker(breaker).build();

    // S001-9, S001-11, S002-28
    @Test
    void areToldWhy() throws Exception {
      for (int i = 0; i < 3; i++) {
        assertThat(pipeline.callOrElse(
                () -> fail("503"), reason -> "FAILED(" + reason.cause().getMessage() + ")"))
            .isEqualTo("FAILED(503)");
      }
      FallbackReason reason =
          pipeline.callOrElse(() -> FallbackReason.of(new IOException()), given -> given);
      assertThat(reason).isInstanceOf(FallbackReason.Rejected.class);
      assertThat(((FallbackReason.Rejected) reason).cause().policyName()).isEqualTo("inventory");
    }

    @Test
    void hearOfTimeouts() throws Exception {
      Pipeline slow = pipeline().timeout(Duration.ofSeconds(1)).build();
      FallbackReason reason = slow.<FallbackReason, InterruptedException>callOrElse(
          () -> {
            time.sleep(Duration.ofSeconds(5));
            throw new AssertionError();
          },
          given -> given);
      assertThat(reason).isInstanceOf(FallbackReason.TimedOut.class);
    }

    // #780 and eight more of the peer's threads
    @Test
    void areNotAskedForWhatTheBreakerIgnores() {
      FileNotFoundException own = new FileNotFoundException();
      assertThatThrownBy(() -> pipeline.callOrElse(
              () -> {
                throw own;
              },
              reason -> "masked"))
          .isSameAs(own);
      assertThatThrownBy(() -> pipeline.callOrElse(
              () -> {
                throw new StackOverflowError();
              },
              reason -> "masked"))
          .isInstanceOf(StackOverflowError.class);
    }

    // C125
    @Test
    void areOutermost() throws Exception {
      PipelineWithFallback<String> guarded = pipeline()
          .retry(retry)
          .circuitBreaker(breaker)
          .build()
          .withFallback(reason -> "fallback");
      assertThat(guarded.call(() -> fail("x"))).isEqualTo("fallback");
      assertThat(ran).hasSize(3);
      assertThat(breaker.snapshot().failures()).isEqualTo(3);
      assertThat(guarded).asString().startsWith("fallback > Pipeline[inventory: ");
    }

    @Test
    void areNotAskedWhenThereIsAResult() {
      assertThat(pipeline.withFallback(reason -> ran.add("asked")).call(() -> true))
          .isTrue();
      assertThat(ran).isEmpty();
    }

    @Test
    void mayBeChained() throws Exception {
      PipelineWithFallback<String> guarded = pipeline
          .<String>withFallback(reason -> {
            throw new IllegalStateException("cache is down");
          })
          .orElse(reason -> reason.cause().getMessage() + " after "
              + reason.cause().getSuppressed()[0].getMessage());
      assertThat(guarded.call(() -> fail("503"))).isEqualTo("cache is down after 503");
    }

    // C124
    @Test
    void throwWhatTheyThrow() {
      IllegalStateException own = new IllegalStateException();
      assertThatThrownBy(() -> pipeline.callOrElse(() -> fail("503"), reason -> {
            throw own;
          }))
          .isSameAs(own);
    }

    @Test
    void areGivenAsyncToo() {
      PipelineWithFallback<String> guarded = pipeline.withFallback(reason -> "fallback");
      assertThat(guarded.callAsync(() -> CompletableFuture.failedFuture(new IOException())))
          .isCompletedWithValue("fallback");
      assertThat(guarded.callAsync(() -> CompletableFuture.completedFuture("body")))
          .isCompletedWithValue("body");
      assertThat(
              guarded.callAsync(() -> CompletableFuture.failedFuture(new FileNotFoundException())))
          .isCompletedExceptionally();
      CompletableFuture<String> stage = new CompletableFuture<>();
      guarded.callAsync(() -> stage).cancel(true);
      assertThat(stage).isCancelled();
    }
  }

  // C61
  @Test
  void aContextGoesWithTheCallAndLeavesNothingBehind() {
    ThreadLocal<@Nullable String> context = new ThreadLocal<>();
    ContextPropagator propagator = () -> {
      String captured = context.get();
      return () -> {
        String before = context.get();
        context.set(captured);
        return () -> context.set(before);
      };
    };
    Pipeline pipeline = pipeline().retry(retry).propagate(propagator).build();
    context.set("A");
    CompletableFuture<String> future = pipeline.callAsyncOrElse(
        () -> {
          ran.add("task sees " + context.get());
          return CompletableFuture.failedFuture(new IOException());
        },
        reason -> "fallback sees " + context.get());
    context.set("of the timer's thread");
    time.advance(Duration.ofSeconds(1));

    assertThat(ran).containsExactly("task sees A", "task sees A", "task sees A");
    assertThat(future).isCompletedWithValue("fallback sees A");
    assertThat(context.get()).isEqualTo("of the timer's thread");
  }

  @Nested
  class Standard {
    private final Pipeline standard = Pipeline.standard("inventory", time);

    @Test
    void itsOrderIsTheOneThatIsDocumented() {
      assertThat(standard.policies().stream()
              .map(policy -> policy.getClass().getSimpleName() + " " + policy.name()))
          .containsExactly(
              "Timeout inventory.total",
              "Retry inventory",
              "CircuitBreaker inventory",
              "RateLimiter inventory",
              "Timeout inventory.attempt",
              "Bulkhead inventory");
    }

    @Test
    void aCallPassesAllOfThem() {
      assertThat(standard.call(() -> "body")).isEqualTo("body");
      assertThat(standard.callAsync(() -> CompletableFuture.completedFuture("body")))
          .isCompletedWithValue("body");
      assertThat(time.pendingTimers()).isZero();
    }

    @Test
    void aFailureIsRetriedAndAHangingAttemptGivenUp() throws Exception {
      String body =
          standard.callWith(call -> call.attempt() == 1 ? hang() : "attempt " + call.attempt());
      assertThat(body).isEqualTo("attempt 2");
      assertThat(time.elapsed()).isBetween(Duration.ofMillis(10_160), Duration.ofMillis(10_240));
    }

    private String hang() throws InterruptedException {
      time.sleep(Duration.ofHours(1));
      throw new AssertionError("the attempt should have been interrupted");
    }

    @Test
    void aServiceThatNeverAnswersEndsWithTheTotalTimeout() {
      assertThatThrownBy(() -> standard.call(this::hang))
          .isInstanceOf(TimeoutExceededException.class)
          .hasMessage("'inventory.total' did not end within PT30S");
      assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(30));
      assertThat(time.pendingTimers()).isZero();
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }

  @Nested
  class Refused {

    @Test
    void isAPolicyTwice() {
      assertThatThrownBy(() -> pipeline()
              .circuitBreaker(breaker)
              .retry(retry)
              .circuitBreaker(breaker)
              .build())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "policy must not be in a pipeline twice, but was CircuitBreaker[inventory, CLOSED]");
    }

    @Test
    void isATimeoutThatCanNeverBeTheOneThatEnds() {
      for (long inner : new long[] {1_000, 1_001}) {
        assertThatThrownBy(() -> pipeline()
                .timeout(Timeout.of("total", Duration.ofSeconds(1)))
                .retry(retry)
                .timeout(Timeout.of("attempt", Duration.ofMillis(inner)))
                .build())
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageStartingWith(
                "timeout must be shorter than Timeout[total, PT1S] around it, but was Timeout[attempt, ");
      }
    }

    @Test
    @SuppressWarnings("NullAway") // What is tested.
    void isWhatIsMissing() {
      assertThatThrownBy(() -> pipeline().retry(null))
          .hasMessage("retry must not be null, but was null");
      assertThatThrownBy(() -> pipeline().build().call(null))
          .hasMessage("task must not be null, but was null");
      assertThatThrownBy(() -> pipeline().build().callAsync(null))
          .hasMessage("task must not be null, but was null");
      assertThatThrownBy(() -> Pipeline.builder(""))
          .hasMessage("name must not be blank, but was \"\"");
      assertThatThrownBy(() -> FallbackReason.of(null))
          .hasMessage("cause must not be null, but was null");
    }
  }

  @Test
  void aRejectionIsThrownAsItIs() {
    breaker.forceOpen();
    Pipeline pipeline = pipeline().retry(retry).circuitBreaker(breaker).build();
    assertThatThrownBy(() -> pipeline.call(() -> "body")).isInstanceOf(CircuitOpenException.class);
    assertThatThrownBy(pipeline.callAsync(() -> CompletableFuture.completedFuture("body"))::join)
        .hasCauseInstanceOf(CircuitOpenException.class);
    assertThat(breaker.snapshot().rejected()).isEqualTo(2);
  }
}
