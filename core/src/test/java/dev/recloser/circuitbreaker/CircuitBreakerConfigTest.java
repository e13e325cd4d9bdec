package dev.recloser.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.Backoff;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class CircuitBreakerConfigTest {

  @Test
  void theDefaultsAreThoseThatAreDocumented() {
    CircuitBreakerConfig config = CircuitBreakerConfig.ofDefaults();
    assertThat(config.tripRules())
        .containsExactly(TripRule.failureRate(0.5).overCalls(100).minimumCalls(20));
    assertThat(config.cooldown())
        .isEqualTo(Backoff.fixed(Duration.ofSeconds(30)).withJitter(0.1));
    assertThat(config.recovery()).isEqualTo(Recovery.probes(5));
    assertThat(config.eagerHalfOpen()).isFalse();
    assertThat(config.rejectionStackTraces()).isFalse();
    assertThat(config.retryAfterCap()).isEqualTo(Duration.ofMinutes(5));
    assertThat(CircuitBreaker.ofDefaults("b").config()).isEqualTo(config);
  }

  // S000-5, S004-33, S004-43
  @Test
  void theClassicBreakerNeedsTwoNumbers() {
    CircuitBreakerConfig config =
        CircuitBreaker.ofConsecutiveFailures("b", 5, Duration.ofSeconds(30)).config();
    assertThat(config.tripRules()).containsExactly(TripRule.consecutiveFailures(5));
    assertThat(config.cooldown()).isEqualTo(Backoff.fixed(Duration.ofSeconds(30)));
    assertThat(config.recovery()).isEqualTo(Recovery.consecutive(1).lease(Duration.ofSeconds(30)));
  }

  // C104, S000-36, S000-37, S000-38
  @Test
  @SuppressWarnings("NullAway") // Missing arguments are part of what is tested.
  void aBadSettingIsNamedWithTheRuleAndTheValue() {
    Map<String, ThrowingCallable> bad = new LinkedHashMap<>();
    bad.put("name must not be blank, but was \" \"", () -> CircuitBreaker.ofDefaults(" "));
    bad.put("name must not be null, but was null", () -> CircuitBreaker.builder(null));
    bad.put("config must not be null, but was null", () -> CircuitBreaker.of("b", null));
    bad.put(
        "consecutiveFailures must be at least 1, but was 0", () -> TripRule.consecutiveFailures(0));
    bad.put(
        "consecutiveFailures must be at least 1, but was -1",
        () -> TripRule.consecutiveFailures(-1));
    bad.put(
        "failures must be at least 1, but was 0",
        () -> CircuitBreaker.ofConsecutiveFailures("b", 0, Duration.ofSeconds(1)));
    bad.put("failureRate must be in (0, 1], but was 0.0", () -> TripRule.failureRate(0));
    bad.put("failureRate must be in (0, 1], but was 1.001", () -> TripRule.failureRate(1.001));
    bad.put("failureRate must be in (0, 1], but was NaN", () -> TripRule.failureRate(Double.NaN));
    bad.put(
        "failureRate must be in (0, 1], but was Infinity",
        () -> TripRule.failureRate(Double.POSITIVE_INFINITY));
    bad.put(
        "slowCallRate must be in (0, 1], but was -0.5",
        () -> TripRule.slowCallRate(-0.5, Duration.ofSeconds(1)));
    bad.put(
        "threshold must be positive, but was PT0S",
        () -> TripRule.slowCallRate(0.5, Duration.ZERO));
    bad.put(
        "overCalls must be at least 1, but was 0",
        () -> TripRule.failureRate(0.5).overCalls(0));
    bad.put(
        "over must be positive, but was PT-1S",
        () -> TripRule.failureRate(0.5).over(Duration.ofSeconds(-1)));
    bad.put(
        "minimumCalls must be at least 1, but was 0",
        () -> TripRule.failureRate(0.5).minimumCalls(0));
    bad.put("probes must be at least 1, but was 0", () -> Recovery.probes(0));
    bad.put("consecutive must be at least 1, but was -3", () -> Recovery.consecutive(-3));
    bad.put("lease must be positive, but was PT0S", () -> Recovery.probes(1).lease(Duration.ZERO));
    bad.put(
        "cooldown must be positive, but was fixed(PT0S)",
        () -> build(b -> b.cooldown(Backoff.fixed(Duration.ZERO))));
    bad.put(
        "delay must not be negative, but was PT-1S", () -> Backoff.fixed(Duration.ofSeconds(-1)));
    bad.put(
        "cooldown must be positive, but was PT0S",
        () -> CircuitBreaker.ofConsecutiveFailures("b", 1, Duration.ZERO));
    bad.put("cooldown must not be null, but was null", () -> build(b -> b.cooldown(null)));
    bad.put("timeSource must not be null, but was null", () -> build(b -> b.timeSource(null)));
    bad.put("random must not be null, but was null", () -> build(b -> b.random(null)));
    bad.put("recovery must not be null, but was null", () -> build(b -> b.recovery(null)));
    bad.put("tripWhen must be given a rule, but was none", () -> build(b -> b.tripWhen()));
    bad.put(
        "tripWhen must not be null, but was null", () -> build(b -> b.tripWhen((TripRule) null)));
    bad.put(
        "ignore must not be null, but was null",
        () -> build(b -> b.ignore((Class<Exception>) null)));
    bad.put("failOnResult must not be null, but was null", () -> build(b -> b.failOnResult(null)));
    bad.put(
        "retryAfterCap must not be negative, but was PT-1S",
        () -> build(b -> b.retryAfterCap(Duration.ofSeconds(-1))));

    bad.forEach((message, call) -> assertThatThrownBy(call)
        .as(message)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message));
  }

  private static CircuitBreaker build(
      java.util.function.UnaryOperator<CircuitBreaker.Builder> settings) {
    return settings.apply(CircuitBreaker.builder("b")).build();
  }

  // C103
  @Test
  void aMinimumThatItsWindowCannotHoldIsRefused() {
    assertThatThrownBy(
            () -> build(b -> b.tripWhen(TripRule.failureRate(0.5).overCalls(5).minimumCalls(10))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("minimumCalls must be at most overCalls(5), but was 10");
    assertThatThrownBy(() ->
            build(b -> b.tripWhen(TripRule.failureRate(0.5).minimumCalls(10).overCalls(5))))
        .hasMessage("minimumCalls must be at most overCalls(5), but was 10");
    assertThatThrownBy(() -> build(b -> b.tripWhen(TripRule.failureRate(0.5).minimumCalls(101))))
        .hasMessage("minimumCalls must be at most overCalls(100), but was 101");
    assertThat(TripRule.failureRate(0.5).minimumCalls(200).overCalls(500).minimum())
        .isEqualTo(200);
    assertThat(TripRule.failureRate(0.5)
            .minimumCalls(200)
            .over(Duration.ofSeconds(9))
            .minimum())
        .isEqualTo(200);
  }

  @Test
  void theDefaultMinimumFitsAnyWindow() {
    assertThat(TripRule.failureRate(0.5).overCalls(5).minimum()).isEqualTo(5);
    assertThat(TripRule.failureRate(0.5).overCalls(1000).minimum()).isEqualTo(20);
    assertThat(TripRule.failureRate(0.5).over(Duration.ofSeconds(1)).minimum()).isEqualTo(20);
  }

  // C106
  @Test
  void twoWindowsForOneRuleAreRefusedInEitherOrder() {
    assertThatThrownBy(() -> TripRule.failureRate(0.5).overCalls(5).over(Duration.ofSeconds(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must have one window");
    assertThatThrownBy(
            () -> TripRule.failureRate(0.5).over(Duration.ofSeconds(1)).overCalls(5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must have one window");
  }

  @Test
  void aRateForSuccessesInARowIsRefused() {
    assertThatThrownBy(() -> Recovery.consecutive(2).failureRate(0.5))
        .hasMessage(
            "failureRate must be set on Recovery.probes alone, which judges by rate, but was 0.5");
  }

  // C104
  @Test
  void theLimitsThemselvesAreFine() {
    assertThatCode(() -> build(b -> b.tripWhen(
                TripRule.failureRate(1).overCalls(1), TripRule.failureRate(Double.MIN_VALUE))
            .cooldown(Backoff.fixed(Duration.ofNanos(1)))
            .recovery(Recovery.probes(1).lease(Duration.ofNanos(1)))))
        .doesNotThrowAnyException();
    assertThatCode(() -> CircuitBreaker.ofConsecutiveFailures(
            "b", Integer.MAX_VALUE, Duration.ofSeconds(Long.MAX_VALUE)))
        .doesNotThrowAnyException();
  }

  @Test
  void configsAreComparedByValue() {
    CircuitBreakerConfig config =
        CircuitBreakerConfig.builder().recovery(Recovery.probes(3)).build();
    assertThat(config.toBuilder().build()).isEqualTo(config).hasSameHashCodeAs(config);
    assertThat(config.toBuilder().recovery(Recovery.probes(4)).build()).isNotEqualTo(config);
    assertThat(CircuitBreakerConfig.builder().recovery(Recovery.probes(3)).build())
        .isEqualTo(config);
    assertThat(config)
        .hasToString(
            "CircuitBreakerConfig[tripWhen=[failureRate(0.5).overCalls(100).minimumCalls(20)],"
                + " cooldown=fixed(PT30S) jittered [0.9, 1.1), recovery=probes(3)]");
  }

  @Test
  void theSmallestNumberOfBadProbesIsExact() {
    for (int probes = 1; probes <= 60; probes++) {
      for (double rate : new double[] {
        Double.MIN_VALUE, 0.1, 0.3, 1 / 3.0, 0.5, 0.7, 0.9, 0.95, Math.nextDown(1.0), 1
      }) {
        int tooMany = ProbePlan.tooMany(probes, rate);
        assertThat((double) tooMany / probes).isGreaterThanOrEqualTo(rate);
        assertThat(tooMany == 1 || (double) (tooMany - 1) / probes < rate).isTrue();
      }
    }
  }
}
