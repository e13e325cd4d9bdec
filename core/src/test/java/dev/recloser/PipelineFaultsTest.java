package dev.recloser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.Recovery;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.ratelimiter.RateLimitedException;
import dev.recloser.ratelimiter.RateLimiter;
import dev.recloser.time.ManualTimeSource;
import dev.recloser.time.TimeSource;
import dev.recloser.time.Timer;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Sequences in which random ones once found a fault. */
class PipelineFaultsTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final IOException down = new IOException("down");

  /** Breaks its word: throws where it must return a failed future, or returns none. */
  private record Rude(String name, @Nullable RuntimeException failure) implements Policy {

    @Override
    public <T extends @Nullable Object, E extends Exception> T call(
        Next next, CheckedSupplier<T, E> task) throws E {
      return next.call(task);
    }

    @Override
    @SuppressWarnings("NullAway") // That is what is tested.
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
        Next next, CheckedSupplier<? extends CompletionStage<T>, ?> task) {
      if (failure != null) {
        throw failure;
      }
      return null;
    }
  }

  private String fail() throws IOException {
    throw down;
  }

  private static CompletableFuture<String> body() {
    return CompletableFuture.completedFuture("body");
  }

  @Test
  void whatAPolicyOfTheUsersThrowsIsAFailedFuture() {
    RuntimeException rude = new IllegalStateException("rude");
    Pipeline pipeline = Pipeline.builder("p").policy(new Rude("rude", rude)).build();
    assertThatThrownBy(() -> pipeline.callAsync(PipelineFaultsTest::body).join())
        .hasCause(rude);
  }

  @Test
  void aPolicyOfTheUsersThatReturnsNoFutureIsNamed() {
    Pipeline pipeline = Pipeline.builder("p")
        .timeSource(time)
        .timeout(Duration.ofSeconds(1))
        .policy(new Rude("rude", null))
        .build();
    assertThatThrownBy(() -> pipeline.callAsync(PipelineFaultsTest::body).join())
        .hasRootCauseMessage("policy 'rude' returned no future");
    assertThat(time.pendingTimers()).isZero();
  }

  @Test
  void aBreakerGetsTheProbeBackThatAPolicyOfTheUsersThrewAway() {
    CircuitBreaker breaker = CircuitBreaker.builder("b")
        .tripWhen(TripRule.consecutiveFailures(1))
        .recovery(Recovery.consecutive(1).lease(Duration.ofDays(1)))
        .timeSource(time)
        .build();
    breaker.trip(Duration.ofMillis(1), "by hand");
    time.advance(Duration.ofMillis(1));
    Pipeline pipeline = Pipeline.builder("p")
        .circuitBreaker(breaker)
        .policy(new Rude("rude", new IllegalStateException("rude")))
        .build();
    assertThat(pipeline.callAsync(PipelineFaultsTest::body)).isCompletedExceptionally();
    time.advance(Duration.ofHours(1));
    assertThat(pipeline.call(() -> "body")).isEqualTo("body");
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
  }

  @Test
  void aFailureThatTheBreakerCannotJudgeGoesToTheFallback() throws IOException {
    CircuitBreaker breaker = CircuitBreaker.builder("b")
        .failOn(failure -> {
          throw new AssertionError("the predicate");
        })
        .timeSource(time)
        .build();
    Pipeline pipeline = Pipeline.builder("p").circuitBreaker(breaker).build();
    assertThat(pipeline.<String, IOException>callOrElse(this::fail, reason -> "fallback"))
        .isEqualTo("fallback");
    assertThat(pipeline.<String>callAsyncOrElse(
            () -> CompletableFuture.failedFuture(down), reason -> "fallback"))
        .isCompletedWithValue("fallback");
  }

  /** Whoever sleeps wakes late, and whoever sets a timer is called late. */
  private final TimeSource late = new ForwardingTime(time) {

    @Override
    public void sleep(Duration duration) throws InterruptedException {
      super.sleep(duration.plusMillis(80));
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
      return super.schedule(delay.plusMillis(80), task);
    }
  };

  private RateLimiter limiterThatWakesLate() {
    RateLimiter limiter = RateLimiter.builder("l")
        .rate(1, Duration.ofMillis(20))
        .burst(1)
        .maxWait(Duration.ofMillis(40))
        .timeSource(late)
        .build();
    assertThat(limiter.tryAcquire()).isTrue();
    return limiter;
  }

  private Call enterWithDeadline() {
    return Call.enter(Call.current().within(Deadline.after(Duration.ofMillis(50), time)));
  }

  @Test
  void aCallThatWokeAfterItsDeadlineIsNotRun() {
    RateLimiter limiter = limiterThatWakesLate();
    Pipeline pipeline = Pipeline.builder("p").rateLimiter(limiter).build();
    AtomicBoolean ran = new AtomicBoolean();
    Call outer = enterWithDeadline();
    try {
      assertThatThrownBy(() -> pipeline.run(() -> ran.set(true)))
          .isInstanceOf(RateLimitedException.class)
          .hasMessageContaining("longer than promised");
    } finally {
      Call.enter(outer);
    }
    assertThat(ran).isFalse();
    assertThat(limiter.snapshot().available()).isEqualTo(1);
    assertThat(limiter.snapshot().rejected()).isEqualTo(1);
  }

  @Test
  void anAsyncCallWhoseTimerIsLateIsNotRun() {
    RateLimiter limiter = limiterThatWakesLate();
    Pipeline pipeline = Pipeline.builder("p").rateLimiter(limiter).build();
    AtomicBoolean ran = new AtomicBoolean();
    Call outer = enterWithDeadline();
    CompletableFuture<String> future;
    try {
      future = pipeline.callAsync(() -> {
        ran.set(true);
        return body();
      });
    } finally {
      Call.enter(outer);
    }
    time.advance(Duration.ofMillis(200));
    assertThat(ran).isFalse();
    assertThatThrownBy(future::join).hasCauseInstanceOf(RateLimitedException.class);
    assertThat(limiter.snapshot().available()).isEqualTo(1);
    assertThat(time.pendingTimers()).isZero();
  }
}
