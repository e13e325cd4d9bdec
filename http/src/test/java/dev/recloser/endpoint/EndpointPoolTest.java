package dev.recloser.endpoint;

import static dev.recloser.endpoint.Pools.calls;
import static dev.recloser.endpoint.Pools.fault;
import static dev.recloser.endpoint.Pools.reading;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.endpoint.EndpointEvent.Added;
import dev.recloser.endpoint.EndpointEvent.Removed;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class EndpointPoolTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final EndpointPool<String> pool = Pools.of(time, "a", "b", "c").build();

  @Nested
  class ALease {

    @Test
    void isInFlightUntilItSettles() {
      EndpointPool.Lease<String> lease = pool.acquire();
      assertThat(reading(pool, "a").inFlight()).isOne();

      lease.succeeded();
      assertThat(reading(pool, "a").inFlight()).isZero();
      assertThat(reading(pool, "a").calls()).isOne();
      assertThat(reading(pool, "a").failures()).isZero();
    }

    @Test
    void settlesOnce() {
      EndpointPool.Lease<String> lease = pool.acquire();
      lease.failed(fault());
      lease.failed(fault());
      lease.succeeded();
      lease.released();
      lease.close();

      assertThat(reading(pool, "a").inFlight()).isZero();
      assertThat(reading(pool, "a").failures()).isOne();
    }

    @Test
    void thatIsClosedUnsettledIsAFailure() {
      try (EndpointPool.Lease<String> lease = pool.acquire()) {
        assertThat(lease.endpoint()).isEqualTo("a");
      }
      assertThat(reading(pool, "a").failures()).isOne();
    }

    @Test
    void thatIsReleasedTellsNothing() {
      pool.acquire().released();

      assertThat(reading(pool, "a").inFlight()).isZero();
      assertThat(reading(pool, "a").calls()).isOne();
      assertThat(reading(pool, "a").failures()).isZero();
      assertThat(reading(pool, "a").ewma()).isEmpty();
    }

    @Test
    void doesNotHoldErrorsInterruptsAndRefusalsAgainstTheEndpoint() {
      NoEndpointException refusal = new NoEndpointException("inner", "full", null);
      for (Throwable cause : List.of(
          new StackOverflowError(),
          new InterruptedException(),
          refusal,
          new CompletionException(refusal))) {
        pool.acquire().failed(cause);
      }
      assertThat(pool.snapshot().endpoints()).allMatch(one -> one.failures() == 0);

      pool.acquire().failed(new CompletionException(new IOException()));
      assertThat(pool.snapshot().endpoints()).anyMatch(one -> one.failures() == 1);
    }

    @Test
    void measuresHowLongTheCallTook() {
      EndpointPool.Lease<String> lease = pool.acquire();
      time.advance(Duration.ofMillis(30));
      lease.succeeded();

      assertThat(reading(pool, "a").ewma()).contains(Duration.ofMillis(30));
      assertThat(reading(pool, "b").ewma()).isEmpty();
    }
  }

  @Nested
  class EndpointsToAvoid {

    @Test
    void areChosenOnlyIfThereIsNoOther() {
      for (int i = 0; i < 10; i++) {
        assertThat(endpoint(Set.of("a", "b"))).isEqualTo("c");
      }
      assertThat(endpoint(Set.of("a", "b", "c"))).isIn("a", "b", "c");
    }

    @Test
    void thatAreNotInThePoolDoNotMatter() {
      assertThat(endpoint(Set.of("x"))).isEqualTo("a");
    }

    private String endpoint(Set<String> avoid) {
      try (EndpointPool.Lease<String> lease = pool.acquire(avoid)) {
        lease.succeeded();
        return lease.endpoint();
      }
    }
  }

  @Nested
  class LiveChanges {
    private final List<EndpointEvent> events = new ArrayList<>();

    @Test
    void anEndpointJoins() {
      pool.onEvent(events::add);
      assertThat(pool.add("d")).isTrue();
      assertThat(pool.add("d")).isFalse();

      assertThat(pool.endpoints()).containsExactly("a", "b", "c", "d");
      assertThat(calls(pool, 4)).containsExactlyInAnyOrder("a", "b", "c", "d");
      assertThat(events).hasSize(1).first().isInstanceOf(Added.class);
    }

    @Test
    void anEndpointLeaves() {
      pool.onEvent(events::add);
      assertThat(pool.remove("b")).isTrue();
      assertThat(pool.remove("b")).isFalse();

      assertThat(pool.endpoints()).containsExactly("a", "c");
      assertThat(calls(pool, 4)).containsExactly("a", "c", "a", "c");
      assertThat(events).hasSize(1).first().isInstanceOf(Removed.class);
    }

    @Test
    void theOthersKeepTheirState() {
      EndpointPool.Lease<String> held = pool.acquire();
      pool.acquire().failed(fault());
      pool.remove("c");
      pool.add("d");

      assertThat(reading(pool, "a").inFlight()).isOne();
      assertThat(reading(pool, "b").failures()).isOne();
      held.succeeded();
      assertThat(reading(pool, "a").inFlight()).isZero();
    }

    @Test
    void aLeaseOfAnEndpointThatHasLeftSettlesToNoEffect() {
      EndpointPool.Lease<String> lease = pool.acquire();
      pool.remove("a");
      pool.add("a");
      lease.failed(fault());

      assertThat(reading(pool, "a").inFlight()).isZero();
      assertThat(reading(pool, "a").failures()).isZero();
      assertThat(reading(pool, "a").calls()).isZero();
    }

    @Test
    void anEmptyPoolHasNoEndpoint() {
      pool.endpoints().forEach(pool::remove);

      assertThatThrownBy(pool::acquire)
          .isInstanceOf(NoEndpointException.class)
          .hasMessage("endpoint pool 'inventory' has no endpoint: it is empty")
          .satisfies(
              thrown -> assertThat(((NoEndpointException) thrown).retryAfter()).isEmpty());
    }

    @Test
    void aPoolMayBeginEmpty() {
      EndpointPool<String> empty =
          EndpointPool.<String>builder("later").timeSource(time).build();
      empty.add("a");

      assertThat(calls(empty, 1)).containsExactly("a");
    }
  }

  @Test
  void howLongACallTakesIsCountedFromItsRestart() {
    EndpointPool<String> pool = Pools.of(time, "a").build();
    EndpointPool.Lease<String> lease = pool.acquire();
    time.advance(Duration.ofSeconds(9));
    lease.restart();
    time.advance(Duration.ofMillis(20));
    lease.succeeded();

    assertThat(reading(pool, "a").ewma()).contains(Duration.ofMillis(20));
  }
}
