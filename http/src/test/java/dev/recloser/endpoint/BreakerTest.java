package dev.recloser.endpoint;

import static dev.recloser.endpoint.Pools.calls;
import static dev.recloser.endpoint.Pools.fault;
import static dev.recloser.endpoint.Pools.reading;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.Recovery;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A circuit breaker for each endpoint. */
class BreakerTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final Map<String, CircuitBreaker> breakers = new HashMap<>();
  private final EndpointPool<String> pool =
      Pools.of(time, "a", "b", "c").circuitBreaker(this::breaker).build();

  private CircuitBreaker breaker(String endpoint) {
    CircuitBreaker breaker = CircuitBreaker.builder(endpoint)
        .tripWhen(TripRule.consecutiveFailures(2))
        .cooldown(Backoff.fixed(Duration.ofSeconds(endpoint.equals("a") ? 20 : 10)))
        .recovery(Recovery.consecutive(1))
        .timeSource(time)
        .build();
    breakers.put(endpoint, breaker);
    return breaker;
  }

  private void trip(String endpoint) {
    for (int i = 0; i < 2; i++) {
      Pools.lease(pool, endpoint).failed(fault());
    }
  }

  @Test
  void learnsHowTheLeaseEnded() {
    trip("a");
    assertThat(reading(pool, "a").breaker().orElseThrow().state()).isEqualTo(State.OPEN);
    assertThat(reading(pool, "b").breaker().orElseThrow().state()).isEqualTo(State.CLOSED);
    assertThat(pool.hasOther(Set.of())).isTrue();
    assertThat(pool.hasOther(Set.of("b", "c"))).isFalse();
    assertThat(breakers)
        .hasEntrySatisfying(
            "a", breaker -> assertThat(breaker.snapshot().failures()).isEqualTo(2));
  }

  @Test
  void thatRefusesSendsTheCallToAnother() {
    trip("b");
    assertThat(calls(pool, 6)).containsOnly("a", "c");
    assertThat(reading(pool, "b").inFlight()).isZero();
    assertThat(reading(pool, "b").calls()).isEqualTo(2);
  }

  @Test
  void isAskedAtMostOnceByACall() {
    for (String endpoint : pool.endpoints()) {
      trip(endpoint);
    }
    long before =
        breakers.values().stream().mapToLong(one -> one.snapshot().rejected()).sum();
    assertThatThrownBy(pool::acquire).isInstanceOf(NoEndpointException.class);
    assertThatThrownBy(() -> pool.acquire(Set.of("a")));
    long after =
        breakers.values().stream().mapToLong(one -> one.snapshot().rejected()).sum();
    assertThat(after - before).isEqualTo(6);
  }

  @Test
  void theRefusalTellsWhenTheFirstOneAdmitsAgain() {
    for (String endpoint : pool.endpoints()) {
      trip(endpoint);
    }
    NoEndpointException refusal = catchThrowableOfType(NoEndpointException.class, pool::acquire);
    assertThat(refusal.retryAfter()).contains(Duration.ofSeconds(10));
    assertThat(refusal)
        .hasMessage("endpoint pool 'inventory' has no endpoint: of 3 endpoints 0 are"
            + " ejected or unhealthy, 3 refused by their circuit breakers; retry after PT10S");
    assertThat(refusal.policyName()).isEqualTo("inventory");
    assertThat(refusal.ofOneCall()).isSameAs(refusal);

    time.advance(Duration.ofSeconds(4));
    assertThat(refusal.retryAfter()).contains(Duration.ofSeconds(6));
    time.advance(Duration.ofSeconds(7));
    assertThat(refusal.retryAfter()).contains(Duration.ZERO);
    pool.acquire().succeeded();
  }

  @Test
  void theRefusalTellsNothingWhereOnlyAHandHelps() {
    breakers.values().forEach(CircuitBreaker::forceOpen);
    NoEndpointException refusal = catchThrowableOfType(NoEndpointException.class, pool::acquire);
    assertThat(refusal.retryAfter()).isEmpty();
  }

  @Test
  void probesThroughTheNextCallsAndCloses() {
    trip("b");
    time.advance(Duration.ofSeconds(10));
    assertThat(calls(pool, 3)).contains("b");
    assertThat(reading(pool, "b").breaker().orElseThrow().state()).isEqualTo(State.CLOSED);
  }

  @Test
  void aReleasedLeaseGivesItsProbeBack() {
    trip("b");
    time.advance(Duration.ofSeconds(10));
    EndpointPool.Lease<String> probe = Pools.lease(pool, "b");
    assertThat(calls(pool, 4)).doesNotContain("b"); // its only probe is out
    probe.released();
    assertThat(calls(pool, 3)).contains("b");
  }

  @Test
  void anEndpointToAvoidIsTakenWhenTheOthersRefuse() {
    trip("b");
    trip("c");
    try (EndpointPool.Lease<String> lease = pool.acquire(Set.of("a"))) {
      assertThat(lease.endpoint()).isEqualTo("a");
      lease.succeeded();
    }
  }

  @Test
  void thatCannotBeMadeLeavesNothingBehind() {
    EndpointPool<String> odd = Pools.of(time)
        .circuitBreaker(endpoint -> {
          throw new IllegalStateException("no breaker");
        })
        .build();
    assertThatThrownBy(() -> odd.add("a")).hasMessage("no breaker");
    assertThat(odd.endpoints()).isEmpty();
  }
}
