package dev.recloser.bench.path;

import dev.recloser.bench.peer.Resilience4jSettings;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.Permit;
import dev.recloser.circuitbreaker.Recovery;
import java.time.Duration;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What a half-open breaker costs: a probe that is admitted and gives its slot back unused, so that the breaker stays as it is,
 * and a call that is refused because all slots are taken. Failsafe and SmallRye cannot give a slot back unused.
 */
public class HalfOpen {
  private static final int PROBES = 5;

  /** More than there are threads, so that none is refused. */
  private static final int ENOUGH = 100;

  @State(Scope.Benchmark)
  public static class Recloser {
    CircuitBreaker free;
    CircuitBreaker full;

    @Setup
    public void build() throws InterruptedException {
      free = probing(ENOUGH);
      full = probing(PROBES);
      for (int i = 0; i < PROBES; i++) {
        full.acquire();
      }
    }

    private static CircuitBreaker probing(int probes) throws InterruptedException {
      CircuitBreaker breaker = CircuitBreaker.builder("bench")
          .recovery(Recovery.probes(probes).lease(Duration.ofDays(1)))
          .build();
      breaker.trip(Duration.ofMillis(1), "benchmark");
      Thread.sleep(5);
      breaker.acquire().released();
      return breaker;
    }
  }

  @State(Scope.Benchmark)
  public static class Resilience4j {
    final io.github.resilience4j.circuitbreaker.CircuitBreaker free = probing(ENOUGH);
    final io.github.resilience4j.circuitbreaker.CircuitBreaker full = probing(PROBES);

    @Setup
    public void fill() {
      for (int i = 0; i < PROBES; i++) {
        full.acquirePermission();
      }
    }

    private static io.github.resilience4j.circuitbreaker.CircuitBreaker probing(int probes) {
      var breaker = io.github.resilience4j.circuitbreaker.CircuitBreaker.of(
          "bench",
          Resilience4jSettings.config()
              .permittedNumberOfCallsInHalfOpenState(probes)
              .build());
      breaker.transitionToOpenState();
      breaker.transitionToHalfOpenState();
      return breaker;
    }
  }

  @Benchmark
  public long clock() {
    return System.nanoTime();
  }

  @Benchmark
  public Permit recloserProbe(Recloser recloser) {
    Permit permit = recloser.free.acquire();
    permit.released();
    return permit;
  }

  @Benchmark
  public boolean resilience4jProbe(Resilience4j resilience4j) {
    boolean admitted = resilience4j.free.tryAcquirePermission();
    resilience4j.free.releasePermission();
    return admitted;
  }

  @Benchmark
  public Optional<Permit> recloserRefusal(Recloser recloser) {
    return recloser.full.tryAcquire();
  }

  @Benchmark
  public boolean resilience4jRefusal(Resilience4j resilience4j) {
    return resilience4j.full.tryAcquirePermission();
  }
}
