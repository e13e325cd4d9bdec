package dev.recloser.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A rule of a user's that asks how long calls take, but not when they end. */
class TimedRuleTest {
  private static final Duration TOOK = Duration.ofMillis(7);

  private final ManualTimeSource time = new ManualTimeSource();
  private final List<Long> durations = new ArrayList<>();
  private final CircuitBreaker breaker =
      CircuitBreaker.builder("b").tripWhen(new Timing()).timeSource(time).build();

  private final class Timing implements TripRule, RuleWindow {
    @Override
    public RuleWindow newWindow(long nowNanos) {
      return this;
    }

    @Override
    public boolean timesCalls() {
      return true;
    }

    @Override
    public boolean readsClock() {
      return false;
    }

    @Override
    public boolean record(boolean failed, long durationNanos, long nowNanos) {
      durations.add(durationNanos);
      return false;
    }

    @Override
    public boolean exceeded(long nowNanos) {
      return false;
    }

    @Override
    public RuleSnapshot snapshot(long nowNanos) {
      return new RuleSnapshot("timing", 1, 0, 0, 0);
    }
  }

  private String work() {
    time.advance(TOOK);
    return "done";
  }

  @Test
  void isToldTheDurationByEveryWayToCall() {
    assertThat(breaker.call(this::work)).isEqualTo("done");
    assertThat(breaker.callOrElse(this::work, refusal -> "refused")).isEqualTo("done");
    breaker.run(() -> time.advance(TOOK));
    assertThat(breaker.callAsync(() -> CompletableFuture.completedFuture(work())))
        .isCompletedWithValue("done");
    Permit permit = breaker.acquire();
    time.advance(TOOK);
    permit.succeeded();

    assertThat(durations).hasSize(5).containsOnly(TOOK.toNanos());
  }
}
