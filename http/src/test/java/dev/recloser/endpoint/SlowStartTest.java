package dev.recloser.endpoint;

import static dev.recloser.endpoint.Pools.calls;
import static dev.recloser.endpoint.Pools.outcomes;
import static dev.recloser.endpoint.Pools.reading;
import static dev.recloser.endpoint.Pools.shares;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SlowStartTest {
  private static final Duration SPAN = Duration.ofSeconds(100);

  private final ManualTimeSource time = new ManualTimeSource();
  private final EndpointPool<String> pool = Pools.of(time, "a", "b")
      .slowStart(SPAN)
      .ejectOutliers(
          OutlierDetection.builder().consecutiveFailures(1).maxEjected(0.5).build())
      .build();

  @Test
  void endpointsThatThePoolBeginsWithHaveNone() {
    assertThat(shares(pool, 100)).isEqualTo(Map.of("a", 50, "b", 50));
  }

  @Test
  void aReadmittedEndpointTakesAShareOfItsTurnsThatGrowsWithTime() {
    outcomes(pool, "a", 1, 1);
    time.advance(Duration.ofSeconds(30));
    pool.acquire().released(); // readmits

    assertThat(reading(pool, "a").weight()).isEqualTo(0.1);
    assertThat(callsTo("a")).isCloseTo(10 * 100 / 110, within(1)); // of 100, a tenth of its turns

    time.advance(SPAN.dividedBy(2));
    assertThat(reading(pool, "a").weight()).isEqualTo(0.5);
    assertThat(callsTo("a")).isCloseTo(100 / 3, within(1));

    time.advance(SPAN.dividedBy(2).minusNanos(1));
    assertThat(reading(pool, "a").weight()).isLessThan(1);
    time.advance(Duration.ofNanos(1));
    assertThat(reading(pool, "a").weight()).isEqualTo(1);
    assertThat(callsTo("a")).isEqualTo(50);
  }

  @Test
  void beginsWithTheFirstCallAfterTheEjection() {
    outcomes(pool, "a", 1, 1);
    time.advance(Duration.ofHours(1));
    pool.acquire().released();
    assertThat(reading(pool, "a").weight()).isEqualTo(0.1);
  }

  static Choice[] choices() {
    return new Choice[] {Choice.roundRobin(), Choice.leastInFlight(), Choice.peakEwma()};
  }

  @ParameterizedTest
  @MethodSource("choices")
  void aNewEndpointHasOneWhateverTheChoice(Choice choice) {
    EndpointPool<String> any = Pools.of(time, "a", "b", "c")
        .choice(choice)
        .random(new Random(5))
        .slowStart(SPAN)
        .build();
    calls(any, 100);
    any.add("d");
    assertThat(shares(any, 1_000).get("d")).isBetween(10, 50);

    time.advance(SPAN);
    assertThat(shares(any, 1_000).get("d")).isBetween(200, 300);
  }

  @Test
  void takesTheCallIfThereIsNoOtherEndpoint() {
    EndpointPool<String> alone = Pools.of(time).slowStart(SPAN).build();
    alone.add("a");
    assertThat(calls(alone, 5)).containsOnly("a");
  }

  @Test
  void isOffByDefault() {
    EndpointPool<String> plain = Pools.of(time, "a").build();
    plain.add("b");
    assertThat(reading(plain, "b").weight()).isEqualTo(1);
    assertThat(shares(plain, 100)).isEqualTo(Map.of("a", 50, "b", 50));
  }

  private int callsTo(String endpoint) {
    return shares(pool, 100).getOrDefault(endpoint, 0);
  }
}
