package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.RuleSnapshot;
import dev.recloser.circuitbreaker.RuleWindow;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The guide to the circuit breaker: a trip rule of one's own. */
@SuppressWarnings("NullAway") // It thinks that any AtomicReference may hold null.
class GuideOwnRuleTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final Inventory client = new Inventory();

  // docs: breaker-own-rule
  /** Trips when for some time all calls have failed. */
  record FailingFor(Duration span) implements TripRule {

    @Override
    public RuleWindow newWindow(long nowNanos) {
      return new Window(this, new AtomicReference<>(Run.NONE));
    }

    @Override
    public boolean readsClock() {
      return true;
    }

    /** Failures in a row, and when the first of them was. */
    private record Run(long failures, long since) {
      static final Run NONE = new Run(0, 0);

      Run withFailure(long now) {
        return new Run(failures + 1, failures == 0 ? now : since);
      }
    }

    private record Window(FailingFor rule, AtomicReference<Run> run) implements RuleWindow {

      @Override
      public boolean record(boolean failed, long durationNanos, long nowNanos) {
        run.updateAndGet(before -> failed ? before.withFailure(nowNanos) : Run.NONE);
        return failed;
      }

      @Override
      public boolean exceeded(long nowNanos) {
        Run now = run.get();
        return now.failures() > 0 && nowNanos - now.since() >= rule.span().toNanos();
      }

      @Override
      public RuleSnapshot snapshot(long nowNanos) {
        long failures = run.get().failures();
        return new RuleSnapshot(rule.toString(), 1, failures, failures, 0);
      }
    }
  }
  // end

  @Test
  void aTripRuleOfOnesOwn() throws IOException {
    // docs: breaker-own-rule-use
    CircuitBreaker patient = CircuitBreaker.builder("inventory")
        .tripWhen(new FailingFor(Duration.ofSeconds(10)), TripRule.consecutiveFailures(100))
        .timeSource(time)
        .build();
    // end

    client.goDown();
    failTimes(patient, 20);
    time.advance(Duration.ofSeconds(9));
    client.comeBack();
    patient.run(() -> client.get("sku-42"));
    client.goDown();
    failTimes(patient, 1);
    time.advance(Duration.ofSeconds(10).minusNanos(1));
    failTimes(patient, 1);
    assertThat(patient.state()).isEqualTo(State.CLOSED);

    time.advance(Duration.ofNanos(1));
    failTimes(patient, 1);
    assertThat(patient.state()).isEqualTo(State.OPEN);
    assertThat(patient.snapshot().reason()).isEqualTo("FailingFor[span=PT10S] at 3 of 3 calls");
  }

  private void failTimes(CircuitBreaker guarding, int times) {
    for (int i = 0; i < times; i++) {
      assertThatIOException().isThrownBy(() -> guarding.run(() -> client.get("sku-42")));
    }
  }
}
