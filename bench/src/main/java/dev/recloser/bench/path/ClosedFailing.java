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
import org.openjdk.jmh.annotations.TearDown;

/** What a closed breaker costs while some calls fail, too few to trip it. */
public class ClosedFailing {

  @State(Scope.Benchmark)
  public static class Recloser {
    CircuitBreaker breaker;

    @Setup
    public void build(Window window) {
      breaker = RecloserSettings.counting(window.calls);
    }

    @TearDown
    public void check() {
      requireClosed(breaker.state());
    }
  }

  @State(Scope.Benchmark)
  public static class Resilience4j {
    io.github.resilience4j.circuitbreaker.CircuitBreaker lock;
    io.github.resilience4j.circuitbreaker.CircuitBreaker lockFree;

    @Setup
    public void build(Window window) {
      lock = Resilience4jSettings.counting(SYNCHRONIZED, window.calls);
      lockFree = Resilience4jSettings.counting(LOCK_FREE, window.calls);
    }

    @TearDown
    public void check() {
      requireClosed(lock.getState());
      requireClosed(lockFree.getState());
    }
  }

  /** The one breaker around each thread's own task. */
  @State(Scope.Thread)
  public static class Resilience4jCaller {
    Supplier<String> lock;
    Supplier<String> lockFree;

    @Setup
    public void decorate(Resilience4j resilience4j, FailingTask task) {
      lock = resilience4j.lock.decorateSupplier(task);
      lockFree = resilience4j.lockFree.decorateSupplier(task);
    }
  }

  @State(Scope.Benchmark)
  public static class OfFailsafe {
    dev.failsafe.CircuitBreaker<String> breaker;
    FailsafeExecutor<String> executor;

    @Setup
    public void build(Window window) {
      breaker = FailsafeSettings.counting(window.calls);
      executor = Failsafe.with(breaker);
    }

    @TearDown
    public void check() {
      requireClosed(breaker.getState());
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
  public Object bare(FailingTask task) {
    try {
      return task.get();
    } catch (Failure failure) {
      return failure;
    }
  }

  @Benchmark
  public Object recloser(Recloser recloser, FailingTask task) {
    try {
      return recloser.breaker.call(task);
    } catch (Failure failure) {
      return failure;
    }
  }

  @Benchmark
  public Object resilience4jLock(Resilience4jCaller resilience4j) {
    try {
      return resilience4j.lock.get();
    } catch (Failure failure) {
      return failure;
    }
  }

  @Benchmark
  public Object resilience4jLockFree(Resilience4jCaller resilience4j) {
    try {
      return resilience4j.lockFree.get();
    } catch (Failure failure) {
      return failure;
    }
  }

  @Benchmark
  public Object failsafe(OfFailsafe failsafe, FailingTask task) {
    try {
      return failsafe.executor.get(task);
    } catch (Failure failure) {
      return failure;
    }
  }

  @Benchmark
  public Object smallRye(SmallRye smallRye, FailingTask task) {
    try {
      return smallRye.guard.get(task);
    } catch (Failure failure) {
      return failure;
    }
  }

  /** An open breaker would have made a flattering number. */
  private static void requireClosed(Enum<?> state) {
    if (!state.name().equals("CLOSED")) {
      throw new IllegalStateException("the breaker must stay closed, but is " + state);
    }
  }
}
