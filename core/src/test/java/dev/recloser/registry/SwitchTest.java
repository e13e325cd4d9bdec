package dev.recloser.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.recloser.Backoff;
import dev.recloser.Pipeline;
import dev.recloser.TimeoutExceededException;
import dev.recloser.bulkhead.Bulkhead;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.ratelimiter.RateLimiter;
import dev.recloser.registry.RegistryEvent.Switched;
import dev.recloser.retry.Retry;
import dev.recloser.time.ManualTimeSource;
import dev.recloser.timeout.Timeout;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The master switch. */
class SwitchTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final Registry registry = Registry.create(time);
  private final AtomicInteger attempts = new AtomicInteger();

  @Test
  void breakersAreDisabledAndCloseAgain() {
    CircuitBreaker open = registry.breaker("a", b -> b.tripWhen(TripRule.consecutiveFailures(1)));
    open.acquire().failed(new IOException());
    assertThat(open.state()).isEqualTo(State.OPEN);

    registry.enabled(false);
    assertThat(registry.enabled()).isFalse();
    assertThat(open.state()).isEqualTo(State.DISABLED);
    assertThat(registry.breaker("b").state()).isEqualTo(State.DISABLED);

    registry.enabled(true);
    assertThat(open.state()).isEqualTo(State.CLOSED);
    assertThat(registry.breaker("b").state()).isEqualTo(State.CLOSED);
  }

  @Test
  void whatAHandHasSetIsRestoredOrLeftAlone() {
    CircuitBreaker forcedOpen = registry.breaker("forced open");
    CircuitBreaker disabled = registry.breaker("disabled");
    CircuitBreaker metricsOnly = registry.breaker("metrics only");
    CircuitBreaker movedMeanwhile = registry.breaker("moved meanwhile");
    forcedOpen.forceOpen();
    disabled.disable();
    metricsOnly.metricsOnly();

    registry.enabled(false);
    assertThat(registry.stream(PolicyKind.CIRCUIT_BREAKER))
        .allMatch(breaker -> breaker.state() == State.DISABLED);
    movedMeanwhile.forceOpen();
    registry.enabled(true);

    assertThat(forcedOpen.state()).isEqualTo(State.FORCED_OPEN);
    assertThat(disabled.state()).isEqualTo(State.DISABLED);
    assertThat(metricsOnly.state()).isEqualTo(State.METRICS_ONLY);
    assertThat(movedMeanwhile.state()).isEqualTo(State.FORCED_OPEN);
  }

  @Test
  void aNameIsSwitchedInEveryKind() {
    CircuitBreaker other = registry.breaker("other");
    CircuitBreaker breaker = registry.breaker("inventory");

    registry.enabled("inventory", false);
    assertThat(breaker.state()).isEqualTo(State.DISABLED);
    assertThat(other.state()).isEqualTo(State.CLOSED);
    assertThat(attemptsOf(registry.retry("inventory"))).isEqualTo(1);
    assertThat(attemptsOf(registry.retry("other"))).isEqualTo(3);

    registry.enabled(false);
    registry.enabled(true);
    assertThat(breaker.state()).isEqualTo(State.DISABLED);
    assertThat(registry.enabled("inventory")).isFalse();
    assertThat(registry.enabled("other")).isTrue();

    registry.enabled("inventory", true);
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
    assertThat(attemptsOf(registry.retry("inventory"))).isEqualTo(3);
  }

  @Test
  void aRetryMakesOneAttempt() {
    Retry retry = registry.retry("r", r -> r.backoff(Backoff.none()));

    registry.enabled(false);
    assertThat(attemptsOf(retry)).isEqualTo(1);
    assertThat(asyncAttemptsOf(retry)).isEqualTo(1);
    registry.enabled(true);
    assertThat(attemptsOf(retry)).isEqualTo(3);
    assertThat(asyncAttemptsOf(retry)).isEqualTo(3);
  }

  @Test
  void aTimeoutEndsNothing() throws InterruptedException {
    Timeout timeout = registry.timeout("t", t -> t.limit(Duration.ofSeconds(1)));

    registry.enabled(false);
    CompletableFuture<String> unguarded = timeout.callAsync(CompletableFuture::new);
    registry.enabled(true);
    CompletableFuture<String> guarded = timeout.callAsync(CompletableFuture::new);
    time.advance(Duration.ofSeconds(1));

    assertThat(unguarded).isNotDone();
    assertThat(guarded)
        .failsWithin(Duration.ZERO)
        .withThrowableOfType(java.util.concurrent.ExecutionException.class)
        .withCauseInstanceOf(TimeoutExceededException.class);
    registry.enabled(false);
    assertThat(timeout.call(() -> {
          time.sleep(Duration.ofSeconds(2));
          return "late";
        }))
        .isEqualTo("late");
  }

  @Test
  void aBulkheadLetsAllRunAndCountsThem() {
    Bulkhead bulkhead = registry.bulkhead("b", b -> b.maxConcurrent(1));

    registry.enabled("b", false);
    CompletableFuture<String> first = bulkhead.callAsync(CompletableFuture::new);
    assertThat(bulkhead.call(() -> "second")).isEqualTo("second");
    registry.enabled("b", true);
    assertThat(bulkhead.tryAcquire()).isEmpty();
    first.cancel(true);
    assertThat(bulkhead.tryAcquire()).isPresent();
    assertThat(bulkhead.config().maxConcurrent()).isEqualTo(1);
  }

  @Test
  void aRateLimiterLetsAllPass() {
    registry.enabled(false);
    RateLimiter limiter = registry.rateLimiter("l", l -> l.rate(1, Duration.ofSeconds(1)));
    assertThat(limiter.tryAcquire(5)).isTrue();

    registry.enabled(true);
    assertThat(limiter.tryAcquire()).isTrue();
    assertThat(limiter.tryAcquire()).isFalse();
  }

  @Test
  void aPipelineRunsTheBareTaskAndLeavesSharedPoliciesAlone() {
    CircuitBreaker shared = registry.breaker("shared");
    Pipeline pipeline = registry.pipeline(
        "p",
        p -> p.retry(registry.retry("r", r -> r.backoff(Backoff.none()))).circuitBreaker(shared));

    registry.enabled("p", false);
    assertThatIOException().isThrownBy(() -> pipeline.run(this::fail));
    assertThat(attempts).hasValue(1);
    assertThat(shared.state()).isEqualTo(State.CLOSED);
    assertThat(shared.snapshot().failures()).isZero();

    registry.enabled("p", true);
    assertThatIOException().isThrownBy(() -> pipeline.run(this::fail));
    assertThat(attempts).hasValue(4);
  }

  @Test
  void eventsTell() {
    List<String> heard = new ArrayList<>();
    registry.on(Switched.class, event -> heard.add(event.key() + " " + event.enabled()));
    registry.breaker("a");

    registry.enabled(false);
    registry.enabled(false);
    registry.enabled(true);

    assertThat(heard).containsExactly("a false", "a true");
  }

  @Test
  void keyedBreakersAreSwitchedToo() {
    CircuitBreaker strictOverflow = CircuitBreaker.ofDefaults("overflow");
    KeyedBreakers<String> keyed = KeyedBreakers.<String>builder("k", CircuitBreaker::ofDefaults)
        .overflow(strictOverflow)
        .build();
    CircuitBreaker before = keyed.get("before");

    keyed.enabled(false);
    assertThat(keyed.enabled()).isFalse();
    assertThat(before.state()).isEqualTo(State.DISABLED);
    assertThat(keyed.get("after").state()).isEqualTo(State.DISABLED);
    assertThat(strictOverflow.state()).isEqualTo(State.DISABLED);

    keyed.enabled(true);
    assertThat(keyed.stream()).allMatch(breaker -> breaker.state() == State.CLOSED);
    assertThat(strictOverflow.state()).isEqualTo(State.CLOSED);
  }

  /** However switching and making interleave, at rest all are as the switch says. */
  @Test
  void switchingAndMakingRace() throws Exception {
    var unused = Together.run(4, i -> () -> {
      for (int step = 0; step < 2_000; step++) {
        if (i == 0) {
          registry.enabled(step % 2 == 0);
        } else if (i == 1) {
          registry.enabled("b1-7", step % 2 == 0);
        } else {
          registry.breaker("b" + i + "-" + step % 50);
          registry.remove(PolicyKind.CIRCUIT_BREAKER, "b" + i + "-" + (step + 1) % 50);
        }
      }
      return i;
    });

    assertThat(registry.stream(PolicyKind.CIRCUIT_BREAKER))
        .isNotEmpty()
        .allMatch(breaker -> breaker.state() == State.DISABLED);
    registry.enabled(true);
    assertThat(registry.stream(PolicyKind.CIRCUIT_BREAKER))
        .allMatch(breaker -> (breaker.state() == State.CLOSED) == registry.enabled(breaker.name()));
  }

  private int attemptsOf(Retry retry) {
    attempts.set(0);
    assertThatIOException().isThrownBy(() -> retry.run(this::fail));
    return attempts.get();
  }

  private int asyncAttemptsOf(Retry retry) {
    attempts.set(0);
    CompletableFuture<Object> future = retry.callAsync(() -> {
      attempts.incrementAndGet();
      return CompletableFuture.failedFuture(new IOException("down"));
    });
    time.advance(Duration.ofMinutes(1));
    assertThat(future).isCompletedExceptionally();
    return attempts.get();
  }

  private void fail() throws IOException {
    attempts.incrementAndGet();
    throw new IOException("down");
  }
}
