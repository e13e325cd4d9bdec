package dev.recloser.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

@SuppressWarnings("NullAway") // What users do in spite of the annotations.
class PoolSettingsTest {

  private static void refused(String message, ThrowingCallable settings) {
    assertThatThrownBy(settings).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }

  private static EndpointPoolBuilder<String> pool() {
    return EndpointPool.builder("p");
  }

  private static OutlierDetection.Builder detection() {
    return OutlierDetection.builder().consecutiveFailures(5);
  }

  @Test
  void badSettingsOfAPoolAreRefused() {
    refused("name must not be blank, but was \" \"", () -> EndpointPool.builder(" "));
    refused("endpoints must not be null, but was null", () -> pool().endpoints(null));
    refused(
        "endpoint must not be null, but was null",
        () -> pool().endpoints(Arrays.asList("a", null)));
    refused(
        "endpoints must differ, but was a twice", () -> pool().endpoints(List.of("a", "b", "a")));
    refused("choice must not be null, but was null", () -> pool().choice(null).build());
    refused("circuitBreaker must not be null, but was null", () -> pool().circuitBreaker(null));
    refused(
        "what circuitBreaker returns must not be null, but was null",
        () -> pool().circuitBreaker(endpoint -> null).endpoints(List.of("a")).build());
    refused("ejectOutliers must not be null, but was null", () -> pool().ejectOutliers(null));
    refused(
        "panicThreshold must be in [0, 1], but was 1.1",
        () -> pool().panicThreshold(1.1).build());
    refused(
        "slowStart must not be negative, but was PT-1S",
        () -> pool().slowStart(Duration.ofSeconds(-1)).build());
    refused(
        "timeSource must not be null, but was null",
        () -> pool().timeSource(null).build());
    refused("random must not be null, but was null", () -> pool().random(null).build());
  }

  @Test
  void badSettingsOfHealthChecksAreRefused() {
    HealthCheck<String> check = endpoint -> CompletableFuture.completedFuture(true);
    refused(
        "healthCheck interval must be positive, but was PT0S",
        () -> pool().healthCheck(Duration.ZERO, check));
    refused(
        "healthCheck must not be null, but was null",
        () -> pool().healthCheck(Duration.ofSeconds(1), null));
    refused(
        "healthCheckTimeout must be positive, but was PT0S",
        () -> pool().healthCheckTimeout(Duration.ZERO));
    refused(
        "unhealthyAfter must be at least 1, but was 0",
        () -> pool().unhealthyAfter(0).build());
    refused(
        "healthyAfter must be at least 1, but was 0",
        () -> pool().healthyAfter(0).build());
  }

  @Test
  void badSettingsOfOutlierDetectionAreRefused() {
    refused(
        "ejectOutliers must have a rule: successRate, failurePercentage or consecutiveFailures,"
            + " but was none",
        () -> OutlierDetection.builder().build());
    refused(
        "interval must be positive, but was PT0S",
        () -> detection().interval(Duration.ZERO).build());
    refused(
        "baseEjection must be positive, but was PT0S",
        () -> detection().baseEjection(Duration.ZERO).build());
    refused(
        "maxEjection must be positive, but was PT0S",
        () -> detection().maxEjection(Duration.ZERO).build());
    refused(
        "maxEjected must be in [0, 1], but was NaN",
        () -> detection().maxEjected(Double.NaN).build());
    refused(
        "consecutiveFailures must be at least 1, but was 0",
        () -> detection().consecutiveFailures(0));
    refused("successRate must not be null, but was null", () -> detection().successRate(null));
    refused(
        "failurePercentage must not be null, but was null",
        () -> detection().failurePercentage(null));
  }

  @Test
  void badSettingsOfTheRulesAreRefused() {
    refused(
        "deviations must be finite and not negative, but was -0.1",
        () -> SuccessRate.belowMean(-0.1));
    refused(
        "deviations must be finite and not negative, but was NaN",
        () -> SuccessRate.belowMean(Double.NaN));
    refused(
        "minimumEndpoints must be at least 1, but was 0",
        () -> SuccessRate.ofDefaults().minimumEndpoints(0));
    refused(
        "minimumCalls must be at least 1, but was 0",
        () -> FailurePercentage.ofDefaults().minimumCalls(0));
    refused(
        "enforcement must be in [0, 1], but was 2.0",
        () -> FailurePercentage.ofDefaults().enforcement(2));
    refused("threshold must be in [0, 1], but was 85.0", () -> FailurePercentage.above(85));
  }

  @Test
  void badArgumentsOfAPoolAreRefused() {
    EndpointPool<String> pool = pool().endpoints(List.of("a")).build();
    refused("avoid must not be null, but was null", () -> pool.acquire(null));
    refused("endpoint must not be null, but was null", () -> pool.add(null));
    refused("endpoint must not be null, but was null", () -> pool.remove(null));
    EndpointPool.Lease<String> lease = pool.acquire();
    refused("cause must not be null, but was null", () -> lease.failed(null));
    assertThat(pool.snapshot().endpoints().get(0).inFlight()).isOne();
    lease.succeeded();
  }

  @Test
  void theDefaultsAreThoseOfA50() {
    OutlierDetection defaults = OutlierDetection.ofDefaults();
    assertThat(defaults.interval()).hasSeconds(10);
    assertThat(defaults.baseEjection()).hasSeconds(30);
    assertThat(defaults.maxEjection()).hasSeconds(300);
    assertThat(defaults.maxEjected()).isEqualTo(0.1);
    assertThat(defaults.successRate()).contains(new SuccessRate(1.9, 5, 100, 1));
    assertThat(defaults.failurePercentage()).isEmpty();
    assertThat(defaults.consecutiveFailures()).hasValue(5);
    assertThat(FailurePercentage.ofDefaults()).isEqualTo(new FailurePercentage(0.85, 5, 50, 1));
  }

  @Test
  void aBuilderMakesAnyNumberOfPools() {
    EndpointPoolBuilder<String> builder = pool().endpoints(List.of("a"));
    EndpointPool<String> first = builder.build();
    EndpointPool<String> second = builder.endpoints(List.of("b")).build();
    first.add("c");

    assertThat(first.endpoints()).containsExactly("a", "c");
    assertThat(second.endpoints()).containsExactly("b");
    assertThat(first).hasToString("EndpointPool[p, [a, c]]");
  }
}
