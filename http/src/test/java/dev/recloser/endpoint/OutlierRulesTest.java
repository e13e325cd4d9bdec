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
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The rules of outlier detection that judge an interval. */
class OutlierRulesTest {
  private final OutlierPools pools = new OutlierPools();
  private final ManualTimeSource time = pools.time;
  private final List<EndpointEvent> events = pools.events;

  @Nested
  class BySuccessRate {
    private final EndpointPool<String> pool =
        pools.pool(OutlierDetection.builder().successRate(SuccessRate.ofDefaults()));

    @Test
    void theWorkedExampleEjectsTheFirst() {
      outcomes(pool, "a", 100, 50);
      good(pool, 100, "b", "c", "d", "e");
      assertThat(ejected(pool)).isEmpty();

      pools.endInterval(pool);
      assertThat(ejected(pool)).containsExactly("a");
      assertThat(events).hasSize(1).first().isInstanceOfSatisfying(Ejected.class, ejected -> {
        assertThat(ejected.endpoint()).isEqualTo("a");
        assertThat(ejected.why()).isEqualTo("success rate 50.0 % is below 52.0 %");
        assertThat(ejected.until()).isEqualTo(time.wallTime().plus(BASE));
        assertThat(ejected.origin().policyName()).isEqualTo("inventory");
      });
      assertThat(calls(pool, 8)).doesNotContain("a");
    }

    @Test
    void judgesNothingBeforeTheIntervalHasPassed() {
      outcomes(pool, "a", 100, 50);
      good(pool, 100, "b", "c", "d", "e");
      time.advance(INTERVAL.minusNanos(1));
      pool.acquire().released();
      assertThat(ejected(pool)).isEmpty();

      time.advance(Duration.ofNanos(1));
      pool.acquire().released();
      assertThat(ejected(pool)).containsExactly("a");
    }

    @Test
    void aSettledLeaseEndsAnIntervalToo() {
      EndpointPool.Lease<String> held = lease(pool, "e");
      outcomes(pool, "a", 100, 50);
      good(pool, 100, "b", "c", "d", "e");
      time.advance(INTERVAL);
      held.succeeded();

      assertThat(ejected(pool)).containsExactly("a");
    }

    @Test
    void aRateAtTheLimitStays() {
      // Without deviation the limit is the rate of all.
      for (String endpoint : pool.endpoints()) {
        outcomes(pool, endpoint, 100, 60);
      }
      pools.endInterval(pool);
      assertThat(ejected(pool)).isEmpty();
    }

    @Test
    void fourEndpointsWithEnoughCallsAreTooFew() {
      outcomes(pool, "a", 100, 100);
      good(pool, 100, "b", "c", "d");
      good(pool, 99, "e");
      pools.endInterval(pool);
      assertThat(ejected(pool)).isEmpty();
    }

    @Test
    void onlyEndpointsWithEnoughCallsTakePart() {
      EndpointPool<String> six = pools.pool(
          OutlierDetection.builder().successRate(SuccessRate.ofDefaults()),
          new Random(1),
          "a",
          "b",
          "c",
          "d",
          "e",
          "f");
      outcomes(six, "f", 99, 99); // would go, and would lift the deviation
      outcomes(six, "a", 100, 50);
      good(six, 100, "b", "c", "d", "e");
      pools.endInterval(six);
      assertThat(ejected(six)).containsExactly("a");
    }

    @Test
    void eachIntervalCountsAnew() {
      outcomes(pool, "a", 60, 60);
      good(pool, 60, "b", "c", "d", "e");
      pools.endInterval(pool);
      outcomes(pool, "a", 60, 60);
      good(pool, 60, "b", "c", "d", "e");
      pools.endInterval(pool);
      assertThat(ejected(pool)).isEmpty();
    }

    @Test
    void fewerDeviationsAreStricter() {
      EndpointPool<String> strict =
          pools.pool(OutlierDetection.builder().successRate(SuccessRate.belowMean(1)));
      outcomes(strict, "a", 100, 10);
      good(strict, 100, "b", "c", "d", "e");
      pools.endInterval(strict);
      assertThat(ejected(strict)).containsExactly("a");

      EndpointPool<String> lax =
          pools.pool(OutlierDetection.builder().successRate(SuccessRate.belowMean(2)));
      outcomes(lax, "a", 100, 100);
      good(lax, 100, "b", "c", "d", "e");
      pools.endInterval(lax); // one of five is never more than two deviations off
      assertThat(ejected(lax)).isEmpty();
    }

    @Test
    void theLotteryDecides() {
      Fixed random = new Fixed();
      EndpointPool<String> half = pools.pool(
          OutlierDetection.builder().successRate(SuccessRate.ofDefaults().enforcement(0.3)),
          random,
          "a",
          "b",
          "c",
          "d",
          "e");
      outcomes(half, "a", 100, 50);
      good(half, 100, "b", "c", "d", "e");
      pools.endInterval(half);
      assertThat(ejected(half)).isEmpty();

      random.draw = 0.29;
      outcomes(half, "a", 100, 50);
      good(half, 100, "b", "c", "d", "e");
      pools.endInterval(half);
      assertThat(ejected(half)).containsExactly("a");
    }
  }

  @Nested
  class ByFailurePercentage {

    @Test
    void moreThanTheThresholdGoes() {
      EndpointPool<String> pool =
          pools.pool(OutlierDetection.builder().failurePercentage(FailurePercentage.ofDefaults()));
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

  /** A source whose doubles are set by hand. */
  private static final class Fixed implements RandomGenerator {
    private double draw = 0.3;

    @Override
    public long nextLong() {
      return 0;
    }

    @Override
    public double nextDouble() {
      return draw;
    }
  }
}
