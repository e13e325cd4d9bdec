package dev.recloser.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.ForwardingTime;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SnapshotTest {

  // C40: the peer exports -1 as if it were a percentage.
  @Test
  void aRuleHasNoRateBelowItsMinimumAndSaysWhatItLacks() {
    Play play =
        Play.with(b -> b.tripWhen(TripRule.failureRate(0.5).overCalls(20).minimumCalls(10)));
    play.calls("FFF");
    RuleSnapshot early = play.breaker.snapshot().rules().get(0);
    assertThat(early.rate()).isEmpty();
    assertThat(early.missing()).isEqualTo(7);
    assertThat(early.bad()).isEqualTo(3);

    play.calls("SSSSSSS");
    RuleSnapshot enough = play.breaker.snapshot().rules().get(0);
    assertThat(enough.rate()).hasValue(0.3);
    assertThat(enough.missing()).isZero();
  }

  // C35
  @Test
  void oneReadingOfTheClockServesAllThatIsCountedOfACall() {
    CountingTime time = new CountingTime(new ManualTimeSource());
    CircuitBreaker breaker = CircuitBreaker.builder("b")
        .tripWhen(
            TripRule.failureRate(0.5).over(Duration.ofSeconds(10)),
            TripRule.slowCallRate(0.5, Duration.ofSeconds(1)).over(Duration.ofSeconds(10)))
        .timeSource(time)
        .build();
    time.readings = 0;

    breaker.run(() -> {});
    assertThat(time.readings).as("one at the start, one at the end").isEqualTo(2);

    CircuitBreaker untimed = CircuitBreaker.builder("b")
        .tripWhen(TripRule.failureRate(0.5).over(Duration.ofSeconds(10)))
        .timeSource(time)
        .build();
    time.readings = 0;
    untimed.run(() -> {});
    assertThat(time.readings).as("one at the end").isEqualTo(1);

    CircuitBreaker counting = CircuitBreaker.builder("b").timeSource(time).build();
    time.readings = 0;
    counting.run(() -> {});
    assertThat(time.readings).as("none for a count window").isZero();
  }

  // C110: what is not set has its documented default when the breaker is built; nothing is missing
  // in a call.
  @Test
  void whatIsNotSetHasItsDefault() {
    CircuitBreaker breaker =
        CircuitBreaker.builder("b").tripWhen(TripRule.consecutiveFailures(1)).build();
    breaker.acquire().close();
    assertThat(breaker.state()).isEqualTo(State.OPEN);
    assertThat(breaker.snapshot().retryAfter().orElseThrow())
        .isBetween(Duration.ofSeconds(26), Duration.ofSeconds(33));
    assertThat(breaker.config().recovery()).isEqualTo(Recovery.probes(5));
  }

  @Test
  void aNewBreakerIsClosedAndEmpty() {
    CircuitBreakerSnapshot snapshot = Play.small().breaker.snapshot();
    assertThat(snapshot.name()).isEqualTo("test");
    assertThat(snapshot.state()).isEqualTo(State.CLOSED);
    assertThat(snapshot.since()).isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
    assertThat(snapshot.reason()).isEqualTo("it was made");
    assertThat(snapshot.rules())
        .singleElement()
        .satisfies(rule -> assertThat(rule.calls()).isZero());
    assertThat(snapshot.openings()).isZero();
    assertThat(snapshot.retryAfter()).isEmpty();
    assertThat(snapshot.lastFailure()).isEmpty();
    assertThat(
            snapshot.failures() + snapshot.rejected() + snapshot.ignored() + snapshot.stragglers())
        .isZero();
  }

  private static final class CountingTime extends ForwardingTime {
    private int readings;

    CountingTime(ManualTimeSource time) {
      super(time);
    }

    @Override
    public long nanoTime() {
      readings++;
      return super.nanoTime();
    }
  }
}
