package dev.recloser.testkit;

import static dev.recloser.testkit.ResilienceAssertions.assertAllCompleted;
import static dev.recloser.testkit.ResilienceAssertions.assertEvents;
import static dev.recloser.testkit.ResilienceAssertions.assertEventsInOrder;
import static dev.recloser.testkit.ResilienceAssertions.assertInterrupted;
import static dev.recloser.testkit.ResilienceAssertions.assertNoTimers;
import static dev.recloser.testkit.ResilienceAssertions.assertNotInterrupted;
import static dev.recloser.testkit.ResilienceAssertions.assertPath;
import static dev.recloser.testkit.ResilienceAssertions.assertPlayed;
import static dev.recloser.testkit.ResilienceAssertions.assertRuns;
import static dev.recloser.testkit.ResilienceAssertions.assertState;
import static dev.recloser.testkit.ResilienceAssertions.assertTrace;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Closed;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Overridden;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Tripped;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ResilienceAssertionsTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final CircuitBreaker breaker =
      CircuitBreaker.builder("inventory").timeSource(time).build();
  private final Trace trace = Trace.on(time).watch(breaker);

  @Test
  void aStateIsAsserted() {
    breaker.trip(Duration.ofSeconds(1), "deploy");

    assertState(State.OPEN, breaker);
    assertFails(() -> assertState(State.CLOSED, breaker))
        .hasMessageStartingWith("state of 'inventory', which is so because of: ")
        .hasMessageEndingWith(": expected CLOSED, but was OPEN");
  }

  @Test
  void aPathIsAsserted() {
    assertPath(trace.events());
    breaker.forceOpen();
    breaker.reset();

    assertPath(trace.events(), State.FORCED_OPEN, State.CLOSED);
    assertFails(() -> assertPath(trace.events(), State.CLOSED))
        .hasMessage("path: expected [CLOSED], but was [FORCED_OPEN, CLOSED]");
  }

  @Test
  void aPathOfTwoBreakersIsNone() {
    CircuitBreaker other = CircuitBreaker.ofDefaults("prices");
    trace.watch(other);
    breaker.reset();
    other.reset();

    assertFails(() -> assertPath(trace.events(), State.CLOSED, State.CLOSED))
        .hasMessageContaining("[inventory, prices]");
  }

  @Test
  void eventsAreAsserted() {
    breaker.trip(Duration.ofSeconds(1), "deploy");
    breaker.forceOpen();
    breaker.reset();

    assertEvents(trace.events(), Tripped.class, Overridden.class, Closed.class);
    assertEventsInOrder(trace.events(), Tripped.class, Closed.class);
    assertFails(() -> assertEvents(trace.events(), Tripped.class, Closed.class))
        .hasMessage("events: expected [Tripped, Closed], but was [Tripped (CLOSED > OPEN),"
            + " Overridden (OPEN > FORCED_OPEN), Closed (FORCED_OPEN > CLOSED)]");
    assertFails(() -> assertEventsInOrder(trace.events(), Closed.class, Tripped.class))
        .hasMessageStartingWith("events: expected in this order [Closed, Tripped], but was");
  }

  @Test
  void aTraceIsAsserted() {
    trace.note("one");
    time.advance(Duration.ofSeconds(1));
    trace.note("two");

    assertTrace("  0ms one  \n\n1s two\n", trace);
    assertFails(() -> assertTrace("0ms one", trace))
        .hasMessage("trace: expected \n0ms one\n, but was \n0ms one\n1s two");
  }

  @Test
  void timersLeftBehindAreFound() {
    assertNoTimers(time);
    var timer = time.schedule(Duration.ofSeconds(1), () -> {});

    assertFails(() -> assertNoTimers(time)).hasMessageContaining("expected 0, but was 1");
    timer.cancel();
    assertNoTimers(time);
  }

  @Test
  void futuresThatAreNotDoneAreFound() {
    CompletableFuture<String> done = CompletableFuture.completedFuture("done");
    CompletableFuture<String> failed = CompletableFuture.failedFuture(new Exception());

    assertAllCompleted(done, failed);
    assertFails(() -> assertAllCompleted(done, new CompletableFuture<>(), failed))
        .hasMessageEndingWith("of 3, from 0: expected none, but was [1]");
  }

  @Test
  void runsAreAsserted() throws Exception {
    Script<String> script = Script.of("S H");
    script.get();

    assertRuns(1, script);
    assertFails(() -> assertPlayed(script)).hasMessageStartingWith("lines left of Script[S H]");
    CompletableFuture<String> hanging = script.getAsync();
    assertFails(() -> assertRuns(2, script)).hasMessageStartingWith("running runs of");
    script.release("done");
    assertThat(hanging).isCompleted();
    assertPlayed(script);
    assertFails(script::get);
    assertFails(() -> assertPlayed(script)).hasMessageStartingWith("runs too many of");
    assertFails(() -> assertRuns(2, script)).hasMessageEndingWith("expected 2, but was 3");
  }

  @Test
  void theInterruptFlagIsAssertedAndCleared() {
    assertNotInterrupted();
    assertFails(ResilienceAssertions::assertInterrupted);
    Thread.currentThread().interrupt();
    assertInterrupted();
    assertNotInterrupted();
    Thread.currentThread().interrupt();
    assertFails(ResilienceAssertions::assertNotInterrupted);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  private static AbstractThrowableAssert<?, ?> assertFails(ThrowingCallable assertion) {
    return assertThatThrownBy(assertion).isInstanceOf(AssertionError.class);
  }
}
