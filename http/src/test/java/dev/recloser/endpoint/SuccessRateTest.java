package dev.recloser.endpoint;

import static dev.recloser.endpoint.OutlierPools.BASE;
import static dev.recloser.endpoint.OutlierPools.INTERVAL;
import static dev.recloser.endpoint.OutlierPools.good;
import static dev.recloser.endpoint.Pools.calls;
import static dev.recloser.endpoint.Pools.ejected;
import static dev.recloser.endpoint.Pools.lease;
import static dev.recloser.endpoint.Pools.outcomes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.endpoint.EndpointEvent.Ejected;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** The rule of A50 that compares endpoints. */
class SuccessRateTest {
  private final OutlierPools pools = new OutlierPools();
  private final ManualTimeSource time = pools.time;
  private final List<EndpointEvent> events = pools.events;

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
  void intervalsDoNotShiftWithTheCallsThatEndThem() {
    time.advance(INTERVAL.plusSeconds(5));
    pool.acquire().released();
    outcomes(pool, "a", 100, 50);
    good(pool, 100, "b", "c", "d", "e");
    time.advance(Duration.ofSeconds(5));
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
