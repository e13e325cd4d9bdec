package dev.recloser.bench.path;

import static io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy.LOCK_FREE;
import static io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy.SYNCHRONIZED;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.recloser.bench.peer.FailsafeSettings;
import dev.recloser.bench.peer.RecloserSettings;
import dev.recloser.bench.peer.Resilience4jSettings;
import dev.recloser.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What a closed breaker over the latest 10 seconds costs a call that succeeds. SmallRye has no such window. */
public class ClosedTimeWindow {
  private static final Duration WINDOW = Duration.ofSeconds(10);

  @State(Scope.Benchmark)
  public static class Recloser {
    final CircuitBreaker breaker = RecloserSettings.timing(WINDOW);
  }

  @State(Scope.Benchmark)
  public static class Resilience4j {
    Supplier<String> lock;
    Supplier<String> lockFree;

    @Setup
    public void build(Task task) {
      lock = Resilience4jSettings.timing(SYNCHRONIZED, WINDOW).decorateSupplier(task);
      lockFree = Resilience4jSettings.timing(LOCK_FREE, WINDOW).decorateSupplier(task);
    }
  }

  @State(Scope.Benchmark)
  public static class OfFailsafe {
    final FailsafeExecutor<String> executor = Failsafe.with(FailsafeSettings.timing(WINDOW));
  }

  @Benchmark
  public long clock() {
    return System.nanoTime();
  }

  @Benchmark
  public String recloser(Recloser recloser, Task task) {
    return recloser.breaker.call(task);
  }

  @Benchmark
  public String resilience4jLock(Resilience4j resilience4j) {
    return resilience4j.lock.get();
  }

  @Benchmark
  public String resilience4jLockFree(Resilience4j resilience4j) {
    return resilience4j.lockFree.get();
  }

  @Benchmark
  public String failsafe(OfFailsafe failsafe, Task task) {
    return failsafe.executor.get(task);
  }
}
