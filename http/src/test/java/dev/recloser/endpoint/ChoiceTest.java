package dev.recloser.endpoint;

import static dev.recloser.endpoint.Pools.calls;
import static dev.recloser.endpoint.Pools.fault;
import static dev.recloser.endpoint.Pools.lease;
import static dev.recloser.endpoint.Pools.reading;
import static dev.recloser.endpoint.Pools.shares;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ChoiceTest {
  private final ManualTimeSource time = new ManualTimeSource();

  @Nested
  class RoundRobin {
    private final EndpointPool<String> pool = Pools.of(time, "a", "b", "c").build();

    @Test
    void takesOneAfterTheOther() {
      assertThat(calls(pool, 7)).containsExactly("a", "b", "c", "a", "b", "c", "a");
    }

    @Test
    void starvesNobodyWhereTheCandidatesChange() {
      int[] counts = new int[3];
      for (int i = 0; i < 300; i++) {
        Set<String> avoid = i % 2 == 0 ? Set.of() : Set.of("c");
        try (EndpointPool.Lease<String> lease = pool.acquire(avoid)) {
          counts[lease.endpoint().charAt(0) - 'a']++;
          lease.succeeded();
        }
      }
      // A cursor modulo the number of candidates could pass by the same one each time.
      assertThat(counts[2]).isEqualTo(75);
    }
  }

  @Nested
  class LeastInFlight {
    private final EndpointPool<String> pool =
        Pools.of(time, "a", "b", "c").choice(Choice.leastInFlight()).build();

    @Test
    void takesTheOneWithTheFewestCalls() {
      EndpointPool.Lease<String> one = pool.acquire();
      EndpointPool.Lease<String> other = pool.acquire();
      assertThat(one.endpoint()).isEqualTo("a");
      assertThat(other.endpoint()).isEqualTo("b");

      assertThat(calls(pool, 5)).containsOnly("c");
      one.succeeded();
      assertThat(calls(pool, 4)).containsExactly("a", "c", "a", "c");
      other.succeeded();
    }

    @Test
    void takesEqualsInTurn() {
      assertThat(shares(pool, 30)).isEqualTo(Map.of("a", 10, "b", 10, "c", 10));
    }
  }

  @Nested
  class PeakEwma {
    private final EndpointPool<String> pool = Pools.of(time, "a", "b", "c", "d")
        .choice(Choice.peakEwma())
        .random(new Random(42))
        .build();

    @Test
    void spreadsCallsOverEqualEndpoints() {
      Map<String, Integer> shares = shares(pool, 10_000);

      assertThat(shares).hasSize(4);
      assertThat(shares.values()).allSatisfy(count -> assertThat(count).isBetween(2_300, 2_700));
    }

    @Test
    void takesTheCheaperOfTwo() {
      for (String endpoint : pool.endpoints()) {
        call(endpoint, endpoint.equals("d") ? 100 : 10);
      }
      Map<String, Integer> shares = shares(pool, 1_000);
      assertThat(shares).containsOnlyKeys("a", "b", "c"); // "d" loses each comparison
    }

    @Test
    void countsCallsInFlight() {
      for (String endpoint : pool.endpoints()) {
        call(endpoint, 10);
      }
      EndpointPool.Lease<String> held = lease(pool, "b");
      Map<String, Integer> shares = shares(pool, 1_000);
      assertThat(shares).containsOnlyKeys("a", "c", "d");
      held.released();
    }

    @Test
    void givesEachUnknownEndpointOneCallAtFirst() {
      EndpointPool<String> two = two();
      EndpointPool.Lease<String> one = two.acquire();
      EndpointPool.Lease<String> other = two.acquire();

      assertThat(Set.of(one.endpoint(), other.endpoint())).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void jumpsToAPeakAndComesDownSlowly() {
      call("a", 10);
      call("a", 100);
      assertThat(millis("a")).isEqualTo(100);

      call("a", 10); // took 10 ms, so a thousandth of the decay has passed since
      double kept = Math.exp(-0.001);
      assertThat(millis("a")).isCloseTo(100 * kept + 10 * (1 - kept), within(0.001));
    }

    @Test
    void decaysWithoutCallsToo() {
      call("a", 100);
      time.advance(Duration.ofSeconds(10));
      assertThat(millis("a")).isCloseTo(100 / Math.E, within(0.001));
    }

    @Test
    void oneLongCallKeepsAnEndpointOutOfUseForTheTimeOfTheDecayAndNoLonger() {
      call("a", 1_000);
      int before = play(10_000 - 10, Set.of());
      int after = play(10_000, Set.of());

      assertThat(before).isZero();
      assertThat(after).isBetween(200, 300);
    }

    @Test
    void anEndpointThatStaysSlowIsTriedOnceInTheTimeOfTheDecay() {
      call("a", 1_000);
      time.advance(Duration.ofSeconds(9));
      int tried = turnsOfA(pool, 6_000, 1_000, 10, EndpointPool.Lease::succeeded);
      assertThat(tried).isBetween(4, 6);
    }

    @Test
    void anEndpointThatHangsGetsAFewCallsHoweverLongItDoes() {
      for (String endpoint : pool.endpoints()) {
        call(endpoint, 10);
      }
      assertThat(play(300_000, Set.of("a"))).isLessThan(5);
    }

    @Test
    void anEndpointWhoseCallersGiveUpDoesNotDrawTheCalls() {
      int givenUp = turnsOfA(two(), 1_000, 100, 10, EndpointPool.Lease::released);
      assertThat(givenUp).isBetween(1, 3);
    }

    @Test
    void aCallThatWasNeverMadeSaysNothing() {
      call("a", 10);
      lease(pool, "a").released();
      lease(pool, "b").released();
      assertThat(millis("a")).isEqualTo(10);
      assertThat(reading(pool, "b").ewma()).isEmpty();
    }

    @Test
    void aSlowEndpointIsNotTriedOftenWhereCallsAreFew() {
      EndpointPool<String> two = two();
      int tried = 0;
      for (int i = 0; i < 1_000; i++) {
        tried += turnsOfA(two, 1, 3_000, 10, EndpointPool.Lease::succeeded);
        time.advance(Duration.ofSeconds(5));
      }
      assertThat(tried).isLessThan(100);
    }

    private EndpointPool<String> two() {
      return Pools.of(time, "a", "b")
          .choice(Choice.peakEwma())
          .random(new Random(7))
          .build();
    }

    /** Makes calls one after the other, and returns how many "a" got, which has its own way to end them. */
    private int turnsOfA(
        EndpointPool<String> pool,
        int calls,
        int millisOfA,
        int millisOfOthers,
        Consumer<EndpointPool.Lease<String>> endOfA) {
      int turns = 0;
      for (int i = 0; i < calls; i++) {
        EndpointPool.Lease<String> lease = pool.acquire();
        boolean isA = lease.endpoint().equals("a");
        time.advance(Duration.ofMillis(isA ? millisOfA : millisOfOthers));
        if (isA) {
          turns++;
          endOfA.accept(lease);
        } else {
          lease.succeeded();
        }
      }
      return turns;
    }

    /** Makes calls of 10 ms each one after the other, and returns how many "a" got; some endpoints do not answer. */
    private int play(int millis, Set<String> hanging) {
      int toA = 0;
      for (int left = millis; left > 0; left -= 10) {
        EndpointPool.Lease<String> lease = pool.acquire();
        toA += lease.endpoint().equals("a") ? 1 : 0;
        time.advance(Duration.ofMillis(10));
        if (!hanging.contains(lease.endpoint())) {
          lease.succeeded();
        }
      }
      return toA;
    }

    @Test
    void aFailureHoldsTheAverageUpAndNeverLowersIt() {
      call("a", 100);
      EndpointPool.Lease<String> fast = lease(pool, "a");
      time.advance(Duration.ofSeconds(1));
      EndpointPool.Lease<String> faster = lease(pool, "a");
      time.advance(Duration.ofMillis(1));
      faster.failed(fault());
      assertThat(millis("a")).isEqualTo(100);
      fast.failed(fault()); // took a second
      assertThat(millis("a")).isEqualTo(1001);
    }

    @Test
    void anEndpointThatFailsFastDoesNotDrawTheCalls() {
      for (String endpoint : pool.endpoints()) {
        call(endpoint, 50);
      }
      int failed = 0;
      for (int i = 0; i < 1_000; i++) {
        EndpointPool.Lease<String> lease = pool.acquire();
        if (lease.endpoint().equals("a")) {
          failed++;
          time.advance(Duration.ofNanos(1));
          lease.failed(fault());
        } else {
          time.advance(Duration.ofMillis(5));
          lease.succeeded();
        }
      }
      assertThat(failed).isLessThan(20);
    }

    @Test
    void anEndpointThatOnlyEverFailedFastIsLeftAlone() {
      int failed = turnsOfA(two(), 1_000, 1, 20, lease -> lease.failed(fault()));
      assertThat(failed).isBetween(1, 50);
    }

    @Test
    void anEndpointThatWasBadIsTriedAgain() {
      for (String endpoint : pool.endpoints()) {
        call(endpoint, 10);
      }
      for (int i = 0; i < 20; i++) {
        lease(pool, "a").failed(fault());
      }
      assertThat(shares(pool, 100)).doesNotContainKey("a");

      for (int i = 0; i < 100; i++) {
        time.advance(Duration.ofSeconds(1));
        for (String endpoint : Set.of("b", "c", "d")) {
          call(endpoint, 10);
        }
      }
      assertThat(shares(pool, 100)).containsKey("a");
    }

    @Test
    void theDecayIsPositive() {
      assertThatThrownBy(() -> Choice.peakEwma(Duration.ZERO))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("decay must be positive, but was PT0S");
    }

    private void call(String endpoint, int millis) {
      EndpointPool.Lease<String> lease = lease(pool, endpoint);
      time.advance(Duration.ofMillis(millis));
      lease.succeeded();
    }

    private double millis(String endpoint) {
      return reading(pool, endpoint).ewma().orElseThrow().toNanos() / 1e6;
    }
  }
}
