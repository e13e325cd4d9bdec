package dev.recloser.endpoint;

import static dev.recloser.endpoint.Pools.calls;
import static dev.recloser.endpoint.Pools.ejected;
import static dev.recloser.endpoint.Pools.outcomes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.endpoint.EndpointEvent.Calm;
import dev.recloser.endpoint.EndpointEvent.Panicking;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PanicTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final List<EndpointEvent> events = new ArrayList<>();
  private final Map<String, CircuitBreaker> breakers = new HashMap<>();

  private EndpointPool<String> pool(double threshold) {
    EndpointPool<String> pool = Pools.of(time, "a", "b", "c", "d")
        .ejectOutliers(
            OutlierDetection.builder().consecutiveFailures(1).maxEjected(1).build())
        .circuitBreaker(endpoint -> breakers.computeIfAbsent(
            endpoint, name -> CircuitBreaker.ofConsecutiveFailures(name, 9, Duration.ofSeconds(7))))
        .panicThreshold(threshold)
        .build();
    pool.on(Panicking.class, events::add);
    pool.on(Calm.class, events::add);
    return pool;
  }

  @Test
  void atTheThresholdThereIsNone() {
    EndpointPool<String> pool = pool(0.5);
    outcomes(pool, "a", 1, 1);
    outcomes(pool, "b", 1, 1);

    assertThat(calls(pool, 8)).containsOnly("c", "d");
    assertThat(pool.snapshot().panicking()).isFalse();
    assertThat(events).isEmpty();
  }

  @Test
  void belowTheThresholdEjectionsAreIgnored() {
    EndpointPool<String> pool = pool(0.5);
    outcomes(pool, "a", 1, 1);
    outcomes(pool, "b", 1, 1);
    outcomes(pool, "c", 1, 1);

    assertThat(calls(pool, 8)).contains("a", "b", "c", "d");
    assertThat(ejected(pool)).containsExactly("a", "b", "c");
    assertThat(pool.snapshot().panicking()).isTrue();
    assertThat(events).hasSize(1).first().isInstanceOfSatisfying(Panicking.class, panicking -> {
      assertThat(panicking.healthy()).isOne();
      assertThat(panicking.endpoints()).isEqualTo(4);
    });

    time.advance(Duration.ofSeconds(30));
    calls(pool, 8);
    assertThat(events)
        .hasSize(2)
        .last()
        .isInstanceOfSatisfying(Calm.class, calm -> assertThat(calm.healthy()).isEqualTo(4));
  }

  @Test
  void anOpenBreakerIsNotWellButHolds() {
    EndpointPool<String> pool = pool(0.5);
    outcomes(pool, "a", 1, 1);
    Stream.of("b", "c").map(breakers::get).forEach(CircuitBreaker::forceOpen);

    assertThat(calls(pool, 8)).contains("a", "d").doesNotContain("b", "c");
    assertThat(pool.snapshot().panicking()).isTrue();
  }

  @Test
  void aThresholdOfZeroNeverIgnoresEjections() {
    EndpointPool<String> pool = pool(0);
    for (String endpoint : pool.endpoints()) {
      outcomes(pool, endpoint, 1, 1);
    }

    assertThatThrownBy(pool::acquire)
        .isInstanceOf(NoEndpointException.class)
        .hasMessage("endpoint pool 'inventory' has no endpoint: of 4 endpoints 4 are ejected or"
            + " unhealthy, 0 refused by their circuit breakers; retry after PT30S");
    assertThat(events).isEmpty();
  }

  @Test
  void aThresholdOfOneIgnoresTheFirst() {
    EndpointPool<String> pool = pool(1);
    outcomes(pool, "a", 1, 1);
    assertThat(calls(pool, 8)).contains("a");
  }
}
