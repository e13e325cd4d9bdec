package dev.recloser.bench.path;

import static io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy.LOCK_FREE;
import static io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy.SYNCHRONIZED;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.recloser.bench.peer.FailsafeSettings;
import dev.recloser.bench.peer.RecloserSettings;
import dev.recloser.bench.peer.Resilience4jSettings;
import dev.recloser.bench.peer.SmallRyeSettings;
import dev.recloser.circuitbreaker.CircuitBreaker;
import io.smallrye.faulttolerance.api.TypedGuard;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What a closed breaker over the latest calls costs a call that succeeds. */
public class ClosedHealthy {

  @State(Scope.Benchmark)
  public static class Recloser {
    CircuitBreaker breaker;

    @Setup
    public void build(Window window) {
      breaker = RecloserSettings.counting(window.calls);
    }
  }

  @State(Scope.Benchmark)
  public static class Resilience4j {
    Supplier<String> lock;
    Supplier<String> lockFree;

    @Setup
    public void build(Window window, Task task) {
      lock = Resilience4jSettings.counting(SYNCHRONIZED, window.calls).decorateSupplier(task);
      lockFree = Resilience4jSettings.counting(LOCK_FREE, window.calls).decorateSupplier(task);
    }
  }

  @State(Scope.Benchmark)
  public static class OfFailsafe {
    FailsafeExecutor<String> executor;

    @Setup
    public void build(Window window) {
      executor = Failsafe.with(FailsafeSettings.counting(window.calls));
    }
  }

  @State(Scope.Benchmark)
  public static class SmallRye {
    TypedGuard<String> guard;

    @Setup
    public void build(Window window) {
      guard = SmallRyeSettings.counting(SmallRyeSettings.guard(), window.calls).build();
    }
  }

  @Benchmark
  public String bare(Task task) {
    return task.get();
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

  @Benchmark
  public String smallRye(SmallRye smallRye, Task task) {
    return smallRye.guard.get(task);
  }
}
