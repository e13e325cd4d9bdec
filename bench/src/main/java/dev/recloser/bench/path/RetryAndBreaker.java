package dev.recloser.bench.path;

import static io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy.SYNCHRONIZED;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.recloser.Pipeline;
import dev.recloser.bench.peer.FailsafeSettings;
import dev.recloser.bench.peer.RecloserSettings;
import dev.recloser.bench.peer.Resilience4jSettings;
import dev.recloser.bench.peer.SmallRyeSettings;
import io.github.resilience4j.decorators.Decorators;
import io.smallrye.faulttolerance.api.TypedGuard;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What a retry around a circuit breaker over the latest 100 calls costs a call that succeeds. */
public class RetryAndBreaker {

  @State(Scope.Benchmark)
  public static class Recloser {
    final Pipeline pipeline = Pipeline.builder("bench")
        .retry(RecloserSettings.retry())
        .circuitBreaker(RecloserSettings.counting(100))
        .build();
  }

  @State(Scope.Benchmark)
  public static class Resilience4j {
    Supplier<String> call;

    @Setup
    public void build(Task task) {
      call = Decorators.ofSupplier(task)
          .withCircuitBreaker(Resilience4jSettings.counting(SYNCHRONIZED, 100))
          .withRetry(Resilience4jSettings.retry())
          .decorate();
    }
  }

  @State(Scope.Benchmark)
  public static class OfFailsafe {
    final FailsafeExecutor<String> executor =
        Failsafe.with(FailsafeSettings.retry(), FailsafeSettings.counting(100));
  }

  @State(Scope.Benchmark)
  public static class SmallRye {
    final TypedGuard<String> guard = SmallRyeSettings.retry(
            SmallRyeSettings.counting(SmallRyeSettings.guard(), 100))
        .build();
  }

  @Benchmark
  public String bare(Task task) {
    return task.get();
  }

  @Benchmark
  public String recloser(Recloser recloser, Task task) {
    return recloser.pipeline.call(task);
  }

  @Benchmark
  public String resilience4j(Resilience4j resilience4j) {
    return resilience4j.call.get();
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
