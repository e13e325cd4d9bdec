package dev.recloser.testkit;

import static dev.recloser.testkit.ResilienceAssertions.assertTrace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.Backoff;
import dev.recloser.Next;
import dev.recloser.Pipeline;
import dev.recloser.Policy;
import dev.recloser.bulkhead.Bulkhead;
import dev.recloser.bulkhead.BulkheadPermit;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Tripped;
import dev.recloser.circuitbreaker.Recovery;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.event.Event;
import dev.recloser.event.Listeners;
import dev.recloser.ratelimiter.RateLimiter;
import dev.recloser.retry.Retry;
import dev.recloser.time.ManualTimeSource;
import dev.recloser.timeout.Timeout;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class TraceTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final Trace trace = Trace.on(time);
  private final CircuitBreaker breaker = CircuitBreaker.builder("inventory")
      .tripWhen(TripRule.consecutiveFailures(2))
      .cooldown(Backoff.fixed(Duration.ofSeconds(10)))
      .recovery(Recovery.consecutive(1))
      .timeSource(time)
      .build();
  private final Retry retry = Retry.builder("inventory")
      .backoff(Backoff.fixed(Duration.ofMillis(200)))
      .timeSource(time)
      .build();
  private final Bulkhead bulkhead = Bulkhead.builder("inventory")
      .maxConcurrent(1)
      .queue(1)
      .maxWait(Duration.ofSeconds(1))
      .timeSource(time)
      .build();
  private final RateLimiter limiter = RateLimiter.builder("inventory")
      .rate(1, Duration.ofMillis(100))
      .maxWait(Duration.ofMillis(100))
      .timeSource(time)
      .build();
  private final Timeout timeout =
      Timeout.builder("inventory").limit(Duration.ofSeconds(2)).timeSource(time).build();

  @Test
  void aBreakerIsToldLineByLine() {
    Script<String> script = Script.of("F F S X");
    trace.watch(breaker);

    trace.call(() -> breaker.call(script));
    trace.call(() -> breaker.call(script));
    trace.call(() -> breaker.call(script));
    time.advance(Duration.ofSeconds(10));
    trace.call(() -> breaker.call(script));
    time.advance(Duration.ofMillis(5));
    trace.call(() -> breaker.call(script));

    assertTrace("""
        0ms call IOException
        0ms CLOSED > OPEN, call IOException
        0ms rejected, call CircuitOpenException
        10s OPEN > HALF_OPEN, HALF_OPEN > CLOSED, call OK
        10005ms call Error
        """, trace);
    assertThat(trace.story())
        .isEqualTo("call IOException, CLOSED > OPEN, call IOException, rejected,"
            + " call CircuitOpenException ~10s OPEN > HALF_OPEN, HALF_OPEN > CLOSED, call OK"
            + " ~5ms call Error");
  }

  @Test
  void attemptsAndTheirEndAreTold() {
    Script<String> script = Script.of("F~1s S~5s S", time);
    trace.watch(retry, timeout);

    trace.call(() -> retry.call(() -> timeout.call(trace.task("get", script))));

    assertTrace("""
        1s get IOException after 1s, retry in 200ms
        3200ms get InterruptedException after 2s, timed out after 2s, retry in 200ms
        3400ms get OK, recovered after 3, call OK after 3400ms
        """, trace);
  }

  @Test
  void stagesAreToldWhenTheyEnd() {
    Script<String> script = Script.of("F~1s F F", time);
    trace.watch(retry);

    CompletableFuture<String> future =
        trace.callAsync(() -> retry.callAsync(trace.taskAsync("get", script::getAsync)));
    assertThat(trace.events()).isEmpty();
    time.advance(Duration.ofSeconds(2));

    assertThat(future).isCompletedExceptionally();
    assertTrace("""
        1s get IOException after 1s, retry in 200ms
        1200ms get IOException, retry in 200ms
        1400ms get IOException, gave up after 3 NO_ATTEMPTS_LEFT, call IOException after 1400ms
        """, trace);
  }

  @Test
  void aCallThatIsCancelledIsToldOnceAndCancelsWhatRuns() {
    Script<String> script = Script.of("H");
    CompletableFuture<String> future =
        trace.callAsync(() -> trace.point("get").callAsync(Next.task(), script::getAsync));

    future.cancel(true);

    assertThat(trace.story()).isEqualTo("call CancellationException, get CancellationException");
    assertThat(script.running()).isZero();
  }

  @Test
  void pointsSeeWhatPassesThem() {
    Policy outer = trace.point("outer");
    Next chain = new Next.Link(
        outer, new Next.Link(breaker, new Next.Link(trace.point("inner"), Next.task())));

    assertThat(chain.callAsync(Script.of("S")::getAsync)).isCompleted();
    breaker.forceOpen();
    assertThat(chain.callAsync(Script.of("S")::getAsync)).isCompletedExceptionally();

    assertThat(trace.story()).isEqualTo("inner OK, outer OK, outer CircuitOpenException");
  }

  @Test
  void aPipelineIsTold() {
    Fault fault = Fault.latency("slow", Duration.ofSeconds(3))
        .when(call -> call.attempt() == 1)
        .timeSource(time)
        .build();
    Pipeline pipeline = Pipeline.builder("inventory")
        .retry(retry)
        .circuitBreaker(breaker)
        .timeout(timeout)
        .policy(fault)
        .policy(trace.point("get"))
        .build();
    trace.watch(pipeline);

    trace.call(() -> pipeline.call(Script.of("F S")));

    assertTrace("""
        0ms injected latency 3s
        2s timed out after 2s, retry in 200ms
        2200ms get IOException, CLOSED > OPEN, retry in 200ms
        2400ms rejected, gave up after 3 NOT_RETRYABLE, call CircuitOpenException after 2400ms
        """, trace);
  }

  @Test
  void aBulkheadIsTold() {
    Script<String> script = Script.of("S*");
    trace.watch(bulkhead);

    trace.call(() -> bulkhead.call(script)); // as usual: nothing to tell but the call
    BulkheadPermit held = bulkhead.acquire();
    time.schedule(Duration.ofMillis(5), held::close);
    trace.call(() -> bulkhead.call(script));
    BulkheadPermit kept = bulkhead.acquire();
    trace.call(() -> bulkhead.call(script));
    CompletableFuture<String> inLine = bulkhead.callAsync(script::getAsync);
    trace.call(() -> bulkhead.call(script));
    time.advance(Duration.ofMillis(7));
    inLine.cancel(true);
    bulkhead.reconfigure(bulkhead.config().toBuilder().maxConcurrent(2).build());
    kept.close();

    assertTrace("""
        0ms call OK
        0ms queued 1
        5ms admitted after 5ms, call OK after 5ms
        5ms queued 1
        1005ms bulkhead full after 1s, call BulkheadFullException after 1s
        1005ms queued 1, bulkhead full, call BulkheadFullException
        1012ms abandoned CANCELLED after 7ms, reconfigured
        """, trace);
  }

  @Test
  void allOfABulkheadIsFollowed() {
    trace.follow("db", bulkhead::onEvent);

    trace.call(() -> bulkhead.call(Script.of("F")));

    assertThat(trace.story()).isEqualTo("db admitted, db finished FAILURE, call IOException");
  }

  @Test
  void aRateLimiterIsTold() {
    Script<String> script = Script.of("S*");
    trace.watch(limiter);

    trace.call(() -> limiter.call(script));
    trace.call(() -> limiter.call(script));
    CompletableFuture<String> waiting = limiter.callAsync(script::getAsync);
    trace.call(() -> limiter.call(script));
    waiting.cancel(true);
    limiter.reconfigure(limiter.config().toBuilder().burst(2).build());

    assertTrace("""
        0ms call OK
        100ms waited 100ms, call OK after 100ms
        100ms rate limited for 200ms, call RateLimitedException
        100ms gave up waiting 100ms, reconfigured
        """, trace);
  }

  @Test
  void bulkheadAndRateLimiterOfAPipelineAreTold() {
    Pipeline pipeline =
        Pipeline.builder("inventory").rateLimiter(limiter).bulkhead(bulkhead).build();
    trace.watch(pipeline);

    CompletableFuture<String> first = pipeline.callAsync(Script.of("H")::getAsync);
    trace.call(() -> pipeline.call(Script.of("S")));
    trace.call(() -> pipeline.call(Script.of("S~1s", time)));

    assertThat(first).isNotDone();
    assertThat(trace.story())
        .isEqualTo("~100ms waited 100ms, queued 1 ~1s bulkhead full after 1s,"
            + " call BulkheadFullException after 1100ms, queued 1 ~1s bulkhead full after 1s,"
            + " call BulkheadFullException after 1s");
  }

  @Test
  void eventsOfOneKindOrUnderANameAreFollowed() {
    trace.follow("inventory", listener -> breaker.on(Tripped.class, listener));
    trace.follow(breaker::onEvent);

    breaker.trip(Duration.ofSeconds(1), "deploy");
    time.advance(Duration.ofSeconds(1));
    trace.call(() -> breaker.call(() -> "up"));
    trace.note("deployed");

    assertTrace("""
        0ms inventory CLOSED > OPEN, CLOSED > OPEN
        1s OPEN > HALF_OPEN, finished SUCCESS, HALF_OPEN > CLOSED, call OK
        1s deployed
        """, trace);
    assertThat(trace.events()).hasSize(5);
  }

  /** An event of a policy that the trace knows nothing of. */
  public record SlotFreed(Origin origin, Duration waited, int free, String reason)
      implements Event {}

  @Test
  void unknownEventsAreToldByTheirTypeAndWhatIsShort() {
    Listeners<SlotFreed> listeners = new Listeners<>();
    trace.follow(listener -> listeners.on(SlotFreed.class, listener));

    listeners.publish(new SlotFreed(
        new Event.Origin("test", 1, time.wallTime()), Duration.ofMillis(5), 2, "whatever"));

    assertThat(trace).hasToString("0ms slot freed waited=5ms free=2");
  }

  @Test
  void aClosedTraceKeepsWhatItHas() {
    trace.watch(breaker);
    breaker.forceOpen();
    trace.close();
    breaker.reset();

    assertThat(trace.story()).isEqualTo("CLOSED > FORCED_OPEN");
    trace.clear();
    assertThat(trace).hasToString("");
  }

  @Test
  void anEmptyStartOfTheStoryIsToldToo() {
    time.advance(Duration.ofSeconds(3));
    trace.note("here");

    assertThat(trace.story()).isEqualTo("~3s here");
  }

  @Test
  void whatATestMustSeePassesAndInterruptionIsKept() {
    assertThatThrownBy(() -> trace.call(() -> {
          throw new AssertionError("seen");
        }))
        .isInstanceOf(AssertionError.class)
        .hasMessage("seen");
    trace.call(Script.of("I")::get);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(trace.story()).isEqualTo("call AssertionError, call InterruptedException");
  }

  @Test
  void policiesWithoutKnownEventsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> trace.watch(trace.point("point")))
        .withMessageContaining("but was 'point', a dev.recloser.testkit.TracePoint");
  }

  @Test
  @SuppressWarnings("NullAway") // Callers that do not check may pass it.
  void whatIsNullIsRefusedByName() {
    Policy[] none = null;
    Pipeline noPipeline = null;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> trace.watch(none))
        .withMessage("policies must not be null, but was null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> trace.watch(noPipeline))
        .withMessage("pipeline must not be null, but was null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> trace.follow(null))
        .withMessage("subscribe must not be null, but was null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> trace.follow("name", listener -> null))
        .withMessage("what subscribe returns must not be null, but was null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> trace.task("name", null))
        .withMessage("task must not be null, but was null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> trace.taskAsync("name", null))
        .withMessage("task must not be null, but was null");
  }
}
