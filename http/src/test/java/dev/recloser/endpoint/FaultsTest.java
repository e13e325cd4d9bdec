package dev.recloser.endpoint;

import static dev.recloser.endpoint.Pools.calls;
import static dev.recloser.endpoint.Pools.fault;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.time.ManualTimeSource;
import dev.recloser.time.TimeSource;
import dev.recloser.time.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What users give the pool may throw, errors too; nothing is left in flight. */
class FaultsTest {
  private final ManualTimeSource manual = new ManualTimeSource();
  private final Faulty time = new Faulty(manual);

  /** A time source that throws when told to. */
  private static final class Faulty implements TimeSource {
    private final ManualTimeSource inner;
    private boolean broken;

    Faulty(ManualTimeSource inner) {
      this.inner = inner;
    }

    @Override
    public long nanoTime() {
      if (broken) {
        throw new StackOverflowError("nanoTime");
      }
      return inner.nanoTime();
    }

    @Override
    public Instant wallTime() {
      return inner.wallTime();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
      inner.sleep(duration);
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
      return inner.schedule(delay, task);
    }
  }

  private static void assertNothingInFlight(EndpointPool<String> pool) {
    assertThat(pool.snapshot().endpoints()).allMatch(one -> one.inFlight() == 0);
  }

  @Test
  void aBreakerThatThrowsLeavesNothingInFlight() {
    EndpointPool<String> pool = Pools.of(manual, "a")
        .circuitBreaker(endpoint -> CircuitBreaker.builder(endpoint)
            .tripWhen(TripRule.consecutiveFailures(1))
            .timeSource(time)
            .build())
        .build();
    pool.acquire().failed(fault());
    time.broken = true; // an open breaker looks at the time
    assertThatThrownBy(pool::acquire).isInstanceOf(StackOverflowError.class);
    time.broken = false;

    assertNothingInFlight(pool);
    manual.advance(Duration.ofMinutes(1));
    assertThat(calls(pool, 1)).containsExactly("a");
  }

  @Test
  void aTimeSourceThatThrowsLeavesNothingInFlight() {
    EndpointPool<String> pool = Pools.of(manual, "a").timeSource(time).build();
    EndpointPool.Lease<String> lease = pool.acquire();
    time.broken = true;
    assertThatThrownBy(pool::acquire).isInstanceOf(StackOverflowError.class);
    assertThatThrownBy(lease::succeeded).isInstanceOf(StackOverflowError.class);
    lease.close();
    time.broken = false;

    assertNothingInFlight(pool);
  }

  @Test
  void aChoiceOfRandomNumbersThatThrowsLeavesNothingInFlight() {
    EndpointPool<String> pool = Pools.of(manual, "a", "b")
        .choice(Choice.peakEwma())
        .random(() -> {
          throw new IllegalStateException("random");
        })
        .build();
    assertThatThrownBy(pool::acquire).hasMessage("random");
    assertNothingInFlight(pool);
  }

  @Test
  void aSetToAvoidThatThrowsLeavesNothingInFlight() {
    EndpointPool<String> pool = Pools.of(manual, "a", "b").build();
    Set<String> odd = new AbstractSet<>() {
      @Override
      public Iterator<String> iterator() {
        throw new IllegalStateException("set");
      }

      @Override
      public int size() {
        return 1;
      }
    };
    assertThatThrownBy(() -> pool.acquire(odd)).hasMessage("set");
    assertNothingInFlight(pool);
  }

  @Test
  void healthChecksThatCannotBeginAreNotLeftBehind() {
    EndpointPoolBuilder<String> builder = Pools.of(manual, "a", "b")
        .timeSource(new SecondTimerFails(manual))
        .healthCheck(Duration.ofSeconds(1), endpoint -> {
          throw new AssertionError("not to be called");
        });
    assertThatThrownBy(builder::build).hasMessage("no second timer");
    assertThat(manual.pendingTimers()).isZero();
  }

  /** A time source with one timer. */
  private static final class SecondTimerFails implements TimeSource {
    private final ManualTimeSource inner;
    private boolean used;

    SecondTimerFails(ManualTimeSource inner) {
      this.inner = inner;
    }

    @Override
    public long nanoTime() {
      return inner.nanoTime();
    }

    @Override
    public Instant wallTime() {
      return inner.wallTime();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
      inner.sleep(duration);
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
      if (used) {
        throw new IllegalStateException("no second timer");
      }
      used = true;
      return inner.schedule(delay, task);
    }
  }
}
