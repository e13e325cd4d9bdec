package dev.recloser.bench.path;

import dev.failsafe.CircuitBreakerOpenException;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.recloser.bench.peer.FailsafeSettings;
import dev.recloser.bench.peer.RecloserSettings;
import dev.recloser.bench.peer.Resilience4jSettings;
import dev.recloser.bench.peer.SmallRyeSettings;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitOpenException;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.smallrye.faulttolerance.api.TypedGuard;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What an open breaker costs a call that it refuses by an exception, caught by the caller. */
public class OpenByException {

  @State(Scope.Benchmark)
  public static class Recloser {
    final CircuitBreaker breaker = RecloserSettings.open();
  }

  @State(Scope.Benchmark)
  public static class Resilience4j {
    Supplier<String> withTrace;
    Supplier<String> withoutTrace;

    @Setup
    public void build(Task task) {
      withTrace = Resilience4jSettings.open(true).decorateSupplier(task);
      withoutTrace = Resilience4jSettings.open(false).decorateSupplier(task);
    }
  }

  @State(Scope.Benchmark)
  public static class OfFailsafe {
    final FailsafeExecutor<String> executor = Failsafe.with(FailsafeSettings.open());
  }

  @State(Scope.Benchmark)
  public static class SmallRye {
    final TypedGuard<String> guard = SmallRyeSettings.opened(
        SmallRyeSettings.counting(SmallRyeSettings.guard(), 100).build(), 100);
  }

  @Benchmark
  public long clock() {
    return System.nanoTime();
  }

  @Benchmark
  public Object recloser(Recloser recloser, Task task) {
    try {
      return recloser.breaker.call(task);
    } catch (CircuitOpenException refusal) {
      return refusal;
    }
  }

  /** As it comes by default. */
  @Benchmark
  public Object resilience4j(Resilience4j resilience4j) {
    try {
      return resilience4j.withTrace.get();
    } catch (CallNotPermittedException refusal) {
      return refusal;
    }
  }

  @Benchmark
  public Object resilience4jNoTrace(Resilience4j resilience4j) {
    try {
      return resilience4j.withoutTrace.get();
    } catch (CallNotPermittedException refusal) {
      return refusal;
    }
  }

  @Benchmark
  public Object failsafe(OfFailsafe failsafe, Task task) {
    try {
      return failsafe.executor.get(task);
    } catch (CircuitBreakerOpenException refusal) {
      return refusal;
    }
  }

  @Benchmark
  public Object smallRye(SmallRye smallRye, Task task) {
    try {
      return smallRye.guard.get(task);
    } catch (
        org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException refusal) {
      return refusal;
    }
  }
}
