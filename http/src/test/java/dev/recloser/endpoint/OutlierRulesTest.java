package dev.recloser.endpoint;

import static dev.recloser.endpoint.OutlierPools.BASE;
import static dev.recloser.endpoint.OutlierPools.INTERVAL;
import static dev.recloser.endpoint.OutlierPools.good;
import static dev.recloser.endpoint.Pools.calls;
import static dev.recloser.endpoint.Pools.ejected;
import static dev.recloser.endpoint.Pools.fault;
import static dev.recloser.endpoint.Pools.lease;
import static dev.recloser.endpoint.Pools.outcomes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.endpoint.EndpointEvent.Ejected;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Which calls outlier detection judges, and the rule of A50 that judges each endpoint by itself. */
class OutlierRulesTest {
  private final OutlierPools pools = new OutlierPools();
  private final ManualTimeSource time = pools.time;
  private final List<EndpointEvent> events = pools.events;

  @Nested
  class ByFailurePercentage {

    @Test
    void moreThanTheThresholdGoes() {
      EndpointPool<String> pool = pools.pool(OutlierDetection.builder()
          .maxEjected(1)
          .failurePercentage(FailurePercentage.ofDefaults()));
      outcomes(pool, "a", 100, 85);
      outcomes(pool, "b", 100, 86);
      good(pool, 50, "c", "d", "e");
      pools.endInterval(pool);

      assertThat(ejected(pool)).containsExactly("b");
      assertThat(((Ejected) events.get(0)).why())
          .isEqualTo("failure percentage 86.0 % is above 85.0 %");
    }

    @Test
    void needsItsMinimumOfEndpointsAndCalls() {
      FailurePercentage rule = FailurePercentage.above(0.5).minimumEndpoints(2).minimumCalls(10);
      EndpointPool<String> pool = pools.pool(OutlierDetection.builder().failurePercentage(rule));
      outcomes(pool, "a", 10, 10);
      good(pool, 9, "b");
      pools.endInterval(pool);
      assertThat(ejected(pool)).isEmpty();

      outcomes(pool, "a", 10, 10);
      good(pool, 10, "b");
      pools.endInterval(pool);
      assertThat(ejected(pool)).containsExactly("a");
    }

    @Test
    void aNeverEnforcedRuleEjectsNobody() {
      EndpointPool<String> pool = pools.pool(OutlierDetection.builder()
          .failurePercentage(FailurePercentage.ofDefaults().enforcement(0)));
      outcomes(pool, "a", 100, 100);
      good(pool, 50, "b", "c", "d", "e");
      pools.endInterval(pool);
      assertThat(ejected(pool)).isEmpty();
    }

    @Test
    void anEndpointThatTheOtherRuleEjectedIsNotEjectedTwice() {
      EndpointPool<String> pool = pools.pool(OutlierDetection.builder()
          .maxEjected(1)
          .successRate(SuccessRate.ofDefaults())
          .failurePercentage(FailurePercentage.above(0.4).minimumEndpoints(1)));
      outcomes(pool, "a", 100, 50);
      good(pool, 100, "b", "c", "d", "e");
      pools.endInterval(pool);

      assertThat(events).hasSize(1);
      time.advance(BASE);
      assertThat(calls(pool, 5)).contains("a"); // after once the base, not twice
    }
  }

  @Test
  void ejectedEndpointsAreLeftOutOfTheStatistics() {
    EndpointPool<String> pool = pools.pool(
        OutlierDetection.builder()
            .maxEjected(1)
            .successRate(SuccessRate.ofDefaults())
            .consecutiveFailures(200),
        new Random(1),
        "a",
        "b",
        "c",
        "d",
        "e",
        "f");
    List<EndpointPool.Lease<String>> late = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      late.add(lease(pool, "f"));
    }
    outcomes(pool, "f", 200, 200);
    assertThat(ejected(pool)).containsExactly("f");

    late.forEach(lease -> lease.failed(fault())); // with these, the deviation would save "a"
    outcomes(pool, "a", 100, 50);
    good(pool, 100, "b", "c", "d", "e");
    pools.endInterval(pool);
    assertThat(ejected(pool)).containsExactly("a", "f");
  }

  @Test
  void whatEndsWhileAnEndpointIsEjectedIsNotHeldAgainstItAfterwards() {
    EndpointPool<String> pool = pools.pool(OutlierDetection.builder()
        .baseEjection(Duration.ofSeconds(25))
        .failurePercentage(FailurePercentage.above(0.5).minimumEndpoints(1))
        .consecutiveFailures(1));
    List<EndpointPool.Lease<String>> late = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      late.add(lease(pool, "a"));
    }
    outcomes(pool, "a", 1, 1);
    time.advance(Duration.ofSeconds(22));
    late.forEach(lease -> lease.failed(fault()));
    time.advance(Duration.ofSeconds(3));
    pool.acquire().released();
    assertThat(ejected(pool)).isEmpty();

    time.advance(Duration.ofSeconds(5)); // the interval ends
    pool.acquire().released();
    assertThat(ejected(pool)).isEmpty();
  }

  @Test
  void whereAllFailAlikeNoneIsAnOutlier() {
    EndpointPool<String> pool =
        pools.pool(OutlierDetection.builder().successRate(SuccessRate.ofDefaults()));
    for (String endpoint : pool.endpoints()) {
      outcomes(pool, endpoint, 100, 100);
    }
    pools.endInterval(pool);
    assertThat(ejected(pool)).isEmpty();
  }

  @Test
  void aRandomSourceThatThrowsDoesNotEndTheJudging() {
    boolean[] broken = {true};
    EndpointPool<String> pool = pools.pool(
        OutlierDetection.builder().successRate(SuccessRate.ofDefaults()).consecutiveFailures(1000),
        () -> {
          if (broken[0]) {
            throw new IllegalStateException("random");
          }
          return 0;
        },
        "a",
        "b",
        "c",
        "d",
        "e");
    outcomes(pool, "a", 100, 50);
    good(pool, 100, "b", "c", "d", "e");
    time.advance(INTERVAL);
    assertThatThrownBy(pool::acquire).hasMessage("random");
    broken[0] = false;
    assertThat(pool.snapshot().endpoints()).allMatch(one -> one.inFlight() == 0);

    outcomes(pool, "a", 100, 50);
    good(pool, 100, "b", "c", "d", "e");
    pools.endInterval(pool);
    assertThat(ejected(pool)).containsExactly("a");
  }
}
