package dev.recloser.endpoint;

import static dev.recloser.endpoint.OutlierPools.BASE;
import static dev.recloser.endpoint.OutlierPools.INTERVAL;
import static dev.recloser.endpoint.OutlierPools.good;
import static dev.recloser.endpoint.Pools.calls;
import static dev.recloser.endpoint.Pools.ejected;
import static dev.recloser.endpoint.Pools.fault;
import static dev.recloser.endpoint.Pools.lease;
import static dev.recloser.endpoint.Pools.outcomes;
import static dev.recloser.endpoint.Pools.reading;
import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.endpoint.EndpointEvent.Ejected;
import dev.recloser.endpoint.EndpointEvent.Readmitted;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Failures in a row, the cap, and how long an ejection lasts. */
class EjectionTest {
  private final OutlierPools pools = new OutlierPools();
  private final ManualTimeSource time = pools.time;
  private final List<EndpointEvent> events = pools.events;

  @Nested
  class ByConsecutiveFailures {
    private final EndpointPool<String> pool =
        pools.pool(OutlierDetection.builder().consecutiveFailures(3));

    @Test
    void theLastOneEjectsAtOnce() {
      outcomes(pool, "a", 2, 2);
      assertThat(ejected(pool)).isEmpty();
      outcomes(pool, "a", 1, 1);
      assertThat(ejected(pool)).containsExactly("a");
      assertThat(((Ejected) events.get(0)).why()).isEqualTo("3 failures in a row");
    }

    @Test
    void aSuccessBreaksTheRun() {
      outcomes(pool, "a", 3, 2);
      outcomes(pool, "a", 2, 2);
      assertThat(ejected(pool)).isEmpty();
    }

    @Test
    void theEndOfAnIntervalDoesNot() {
      outcomes(pool, "a", 2, 2);
      pools.endInterval(pool);
      outcomes(pool, "a", 1, 1);
      assertThat(ejected(pool)).containsExactly("a");
    }

    @Test
    void aReadmittedEndpointStartsARunAnew() {
      EndpointPool.Lease<String> late = lease(pool, "a");
      outcomes(pool, "a", 3, 3);
      late.failed(fault());
      time.advance(BASE);
      outcomes(pool, "a", 2, 2);
      assertThat(ejected(pool)).isEmpty();
      outcomes(pool, "a", 1, 1);
      assertThat(ejected(pool)).containsExactly("a");
    }

    @Test
    void oneThatTheCapSparedGoesWhenThereIsRoom() {
      outcomes(pool, "a", 3, 3);
      time.advance(Duration.ofSeconds(1));
      outcomes(pool, "b", 4, 4);
      assertThat(ejected(pool)).containsExactly("a");

      time.advance(BASE.minusSeconds(1));
      pool.acquire().released();
      assertThat(ejected(pool)).containsExactly("b");
    }
  }

  @Nested
  class TheCap {

    @Test
    void letsOneGoHoweverFewThereAre() {
      EndpointPool<String> pool =
          pools.pool(OutlierDetection.builder().consecutiveFailures(1), new Random(1), "a", "b");
      outcomes(pool, "a", 1, 1);
      outcomes(pool, "b", 1, 1);
      assertThat(ejected(pool)).containsExactly("a");
    }

    @Test
    void ofZeroLetsNoneGo() {
      EndpointPool<String> pool =
          pools.pool(OutlierDetection.builder().consecutiveFailures(1).maxEjected(0));
      outcomes(pool, "a", 5, 5);
      assertThat(ejected(pool)).isEmpty();
    }

    @Test
    void mayBePassedByOne() {
      EndpointPool<String> pool =
          pools.pool(OutlierDetection.builder().consecutiveFailures(1).maxEjected(0.3));
      outcomes(pool, "a", 1, 1);
      outcomes(pool, "b", 1, 1); // a fifth is ejected, which is below the cap
      outcomes(pool, "c", 1, 1); // two fifths are, which is above it
      assertThat(ejected(pool)).containsExactly("a", "b");
    }

    @Test
    void isReachedExactly() {
      EndpointPool<String> pool =
          pools.pool(OutlierDetection.builder().consecutiveFailures(1).maxEjected(0.4));
      outcomes(pool, "a", 1, 1);
      outcomes(pool, "b", 1, 1);
      outcomes(pool, "c", 1, 1);
      assertThat(ejected(pool)).containsExactly("a", "b");
    }

    @Test
    void sparesTheBetterOnes() {
      EndpointPool<String> pool =
          pools.pool(OutlierDetection.builder().failurePercentage(FailurePercentage.above(0.5)));
      outcomes(pool, "a", 100, 60);
      outcomes(pool, "b", 100, 90);
      good(pool, 50, "c", "d", "e");
      pools.endInterval(pool);
      assertThat(ejected(pool)).containsExactly("b");
    }

    @Test
    void isAShareOfThoseInThePool() {
      EndpointPool<String> pool =
          pools.pool(OutlierDetection.builder().consecutiveFailures(1).maxEjected(0.2));
      outcomes(pool, "a", 1, 1);
      outcomes(pool, "b", 1, 1);
      assertThat(ejected(pool)).containsExactly("a");

      pool.add("f");
      assertThat(ejected(pool)).containsExactly("a", "b");
      pool.remove("a");
      pool.remove("b");
      outcomes(pool, "c", 1, 1);
      assertThat(ejected(pool)).containsExactly("c");
    }
  }

  @Nested
  class TheTime {
    private final EndpointPool<String> pool = pools.pool(
        OutlierDetection.builder().consecutiveFailures(1).maxEjection(Duration.ofSeconds(70)));

    @Test
    void ofTheFirstEjectionIsTheBase() {
      outcomes(pool, "a", 1, 1);
      assertThat(reading(pool, "a").ejectedUntil()).contains(time.wallTime().plus(BASE));

      time.advance(BASE.minusNanos(1));
      assertThat(calls(pool, 5)).doesNotContain("a");
      time.advance(Duration.ofNanos(1));
      assertThat(calls(pool, 5)).contains("a");
      assertThat(events).hasSize(2).last().isInstanceOf(Readmitted.class);
    }

    @Test
    void growsWithEachEjectionUpToTheLongest() {
      assertThat(ejectA()).hasSeconds(30);
      assertThat(ejectA()).hasSeconds(60);
      assertThat(ejectA()).hasSeconds(70);
      assertThat(ejectA()).hasSeconds(70);
    }

    @Test
    void shrinksByTheBaseWithEachCalmInterval() {
      ejectA();
      ejectA(); // readmitted at 90 s, the end of an interval
      time.advance(INTERVAL);
      pool.acquire().released();
      assertThat(ejectA()).hasSeconds(60); // 3 less 1
    }

    @Test
    void doesNotShrinkByAnIntervalThatWasNotCalmFromItsBegin() {
      time.advance(Duration.ofSeconds(5));
      ejectA(); // readmitted at 35 s
      time.advance(Duration.ofSeconds(5));
      pool.acquire().released(); // an interval ends at 40 s
      assertThat(ejectA()).hasSeconds(60); // readmitted at 100 s
      time.advance(INTERVAL.minusNanos(1));
      assertThat(ejectA()).hasSeconds(70);
    }

    @Test
    void shrinksByAllIntervalsThatPassedWithoutACall() {
      ejectA();
      ejectA();
      ejectA();
      time.advance(Duration.ofMinutes(10));
      assertThat(ejectA()).hasSeconds(30);
    }

    @Test
    void isNotPutOffByCallsThatWereUnderWay() {
      EndpointPool.Lease<String> late = lease(pool, "a");
      outcomes(pool, "a", 1, 1);
      time.advance(Duration.ofSeconds(20));
      late.failed(fault());
      time.advance(Duration.ofSeconds(10));
      assertThat(calls(pool, 5)).contains("a");
      assertThat(events.stream().filter(Ejected.class::isInstance)).hasSize(1);
    }

    @Test
    void isTheBaseWhereTheLongestIsShorter() {
      EndpointPool<String> odd = pools.pool(
          OutlierDetection.builder().consecutiveFailures(1).maxEjection(Duration.ofSeconds(1)));
      outcomes(odd, "a", 1, 1);
      time.advance(BASE.minusNanos(1));
      assertThat(calls(odd, 5)).doesNotContain("a");
    }

    @Test
    void mayBeAsLongAsCanBe() {
      EndpointPool<String> odd = pools.pool(OutlierDetection.builder()
          .consecutiveFailures(1)
          .baseEjection(Duration.ofSeconds(Long.MAX_VALUE)));
      outcomes(odd, "a", 1, 1);
      time.advance(Duration.ofDays(1000));
      assertThat(calls(odd, 5)).doesNotContain("a");
    }

    /** Ejects the endpoint, lets its time pass, and returns how long that was. */
    private Duration ejectA() {
      outcomes(pool, "a", 1, 1);
      Duration span =
          Duration.between(time.wallTime(), reading(pool, "a").ejectedUntil().orElseThrow());
      time.advance(span);
      return span;
    }
  }

  @Test
  void aListenerThatThrowsChangesNothing() {
    EndpointPool<String> pool = pools.pool(OutlierDetection.builder().consecutiveFailures(1));
    pool.onEvent(event -> {
      throw new IllegalStateException("listener");
    });
    outcomes(pool, "a", 1, 1);
    assertThat(ejected(pool)).containsExactly("a");
  }

  @Test
  void aListenerMayUseThePool() {
    EndpointPool<String> pool = pools.pool(OutlierDetection.builder().consecutiveFailures(1));
    pool.on(Ejected.class, ejected -> pool.remove((String) ejected.endpoint()));
    outcomes(pool, "a", 1, 1);
    assertThat(pool.endpoints()).containsExactly("b", "c", "d", "e");
  }
}
