package dev.recloser.examples;

import static dev.recloser.testkit.ResilienceAssertions.assertAllCompleted;
import static dev.recloser.testkit.ResilienceAssertions.assertEventsInOrder;
import static dev.recloser.testkit.ResilienceAssertions.assertNoTimers;
import static dev.recloser.testkit.ResilienceAssertions.assertNotInterrupted;
import static dev.recloser.testkit.ResilienceAssertions.assertPath;
import static dev.recloser.testkit.ResilienceAssertions.assertPlayed;
import static dev.recloser.testkit.ResilienceAssertions.assertRuns;
import static dev.recloser.testkit.ResilienceAssertions.assertState;
import static dev.recloser.testkit.ResilienceAssertions.assertTrace;
import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.Backoff;
import dev.recloser.Call.Priority;
import dev.recloser.Pipeline;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Closed;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Tripped;
import dev.recloser.circuitbreaker.Recovery;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.retry.Retry;
import dev.recloser.testkit.Fault;
import dev.recloser.testkit.Script;
import dev.recloser.testkit.Trace;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The guide to testing. */
class GuideTestingTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final CircuitBreaker breaker = CircuitBreaker.builder("inventory")
      .tripWhen(TripRule.consecutiveFailures(3))
      .cooldown(Backoff.fixed(Duration.ofSeconds(10)))
      .recovery(Recovery.consecutive(1))
      .timeSource(time)
      .build();
  private final Retry retry = Retry.builder("inventory")
      .backoff(Backoff.fixed(Duration.ofMillis(200)))
      .timeSource(time)
      .build();
  private final Pipeline pipeline =
      Pipeline.builder("inventory").retry(retry).circuitBreaker(breaker).build();

  // docs: testing-trace
  @Test
  void anOutageTripsTheBreakerAndIsOver() {
    Script<String> inventory = Script.of("F*3 S");
    Trace trace = Trace.on(time).watch(pipeline);

    trace.call(() -> pipeline.call(inventory));
    trace.call(() -> pipeline.call(inventory));
    time.advance(Duration.ofSeconds(10));
    trace.call(() -> pipeline.call(inventory));

    assertTrace("""
        0ms retry in 200ms
        200ms retry in 200ms
        400ms CLOSED > OPEN, gave up after 3 NO_ATTEMPTS_LEFT, call IOException after 400ms
        400ms rejected, gave up after 1 NOT_RETRYABLE, call CircuitOpenException
        10400ms OPEN > HALF_OPEN, HALF_OPEN > CLOSED, call OK
        """, trace);
    assertPlayed(inventory);
  }
  // end

  @Test
  void aStoryIsOneLine() {
    // docs: testing-story
    Trace trace = Trace.on(time).watch(retry);
    Script<String> inventory = Script.of("F S~50ms", time);
    trace.call(() -> retry.call(trace.task("get", inventory)));

    assertThat(trace.story())
        .isEqualTo("get IOException, retry in 200ms"
            + " ~250ms get OK after 50ms, recovered after 2, call OK after 250ms");
    // end
  }

  @Test
  void eachPolicyIsFollowed() {
    CircuitBreaker prices = CircuitBreaker.ofDefaults("prices");

    // docs: testing-follow
    Trace trace = Trace.on(time)
        .watch(retry, breaker)
        .follow("prices", prices::onEvent) // of any policy, under a name
        .follow(listener -> prices.on(Tripped.class, listener)); // events of one type
    // end

    prices.trip(Duration.ofMinutes(1), "deploy");
    assertThat(trace.story()).isEqualTo("prices CLOSED > OPEN, CLOSED > OPEN");
  }

  @Test
  void aScriptIsBuilt() throws Exception {
    // docs: testing-script-builder
    Script<Integer> stock = Script.<Integer>builder()
        .fails(IOException::new)
        .times(2)
        .returns(7)
        .takes(Duration.ofMillis(300))
        .timeSource(time)
        .build();

    assertThat(retry.call(stock)).isEqualTo(7);
    assertRuns(3, stock);
    // end
    assertThat(time.elapsed()).isEqualTo(Duration.ofMillis(700));
  }

  // docs: testing-hang
  @Test
  void aCancelledCallLeavesNothingBehind() {
    Script<String> inventory = Script.of("H F S");

    CompletableFuture<String> first = pipeline.callAsync(inventory::getAsync);
    CompletableFuture<String> second = pipeline.callAsync(inventory::getAsync);
    CompletableFuture<String> third = pipeline.callAsync(inventory::getAsync);
    inventory.succeed("7 pieces"); // the run that hangs longest
    second.cancel(true);

    assertAllCompleted(first, second, third);
    assertRuns(3, inventory);
    assertNoTimers(time);
  }
  // end

  @Test
  void statesAndEventsAreAsserted() {
    // docs: testing-assertions
    Trace trace = Trace.on(time).watch(breaker);
    breaker.trip(Duration.ofSeconds(10), "deploy");
    time.advance(Duration.ofSeconds(10));
    trace.call(() -> breaker.call(Script.of("S")));

    assertState(State.CLOSED, breaker);
    assertPath(trace.events(), State.OPEN, State.HALF_OPEN, State.CLOSED);
    assertEventsInOrder(trace.events(), Tripped.class, Closed.class);
    assertNotInterrupted();
    // end
  }

  // docs: testing-fault
  @Test
  void halfAMinuteOfTroubleIsSurvived() {
    Fault outage = Fault.failure("outage", () -> new IOException("connection refused"))
        .between(Duration.ofSeconds(10), Duration.ofSeconds(40))
        .timeSource(time)
        .build();
    Pipeline troubled = Pipeline.builder("inventory")
        .circuitBreaker(breaker)
        .policy(outage) // innermost: where the dependency is
        .build();
    Script<String> inventory = Script.of("S*");
    Trace trace = Trace.on(time).watch(breaker);

    for (int second = 0; second < 60; second++) {
      trace.call(() -> troubled.call(inventory));
      time.advance(Duration.ofSeconds(1));
    }

    assertThat(outage.injected()).isEqualTo(3 + 2); // three to trip, and two probes
    assertPath(
        trace.events(),
        State.OPEN,
        State.HALF_OPEN,
        State.OPEN,
        State.HALF_OPEN,
        State.OPEN,
        State.HALF_OPEN,
        State.CLOSED);
  }
  // end

  @Test
  void faultsAreChosenAndSwitched() throws Exception {
    // docs: testing-fault-kinds
    Fault slow = Fault.latency("slow", Duration.ofSeconds(2))
        .rate(0.1)
        .random(new Random(42)) // the same calls in every run
        .timeSource(time)
        .build();
    Fault lost = Fault.failure("lost answer", () -> new IOException("connection reset"))
        .afterTheTask() // the work was done
        .when(call -> call.attempt() == 1)
        .build();
    Fault empty = Fault.result("empty answer", "")
        .when(call -> call.priority() == Priority.BACKGROUND)
        .build();
    Fault garbled =
        Fault.changedResult("garbled", answer -> answer + "?").switchedOff().build();
    // end

    Pipeline troubled = Pipeline.builder("inventory")
        .retry(retry)
        .policy(slow)
        .policy(lost)
        .policy(empty)
        .policy(garbled)
        .build();
    Script<String> inventory = Script.of("S*");
    assertThat(troubled.call(inventory)).isEqualTo("S2");
    // docs: testing-fault-switch
    garbled.switchOn();
    assertThat(troubled.call(inventory)).endsWith("?");
    garbled.switchOff();
    // end
    assertRuns(4, inventory);
  }
}
