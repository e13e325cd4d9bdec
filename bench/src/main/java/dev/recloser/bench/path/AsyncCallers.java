package dev.recloser.bench.path;

import static io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy.SYNCHRONIZED;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.recloser.bench.peer.FailsafeSettings;
import dev.recloser.bench.peer.RecloserSettings;
import dev.recloser.bench.peer.Resilience4jSettings;
import dev.recloser.bench.peer.SmallRyeSettings;
import dev.recloser.circuitbreaker.CircuitBreaker;
import io.smallrye.faulttolerance.api.TypedGuard;
import jakarta.enterprise.util.TypeLiteral;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Each library's closed breaker over the latest 100 calls, around a task that returns a stage. */
public final class AsyncCallers {
  private AsyncCallers() {}

  @State(Scope.Benchmark)
  public static class Recloser {
    final CircuitBreaker breaker = RecloserSettings.counting(100);

    CompletableFuture<String> call(Supplier<CompletionStage<String>> task) {
      return breaker.callAsync(task::get);
    }
  }

  @State(Scope.Benchmark)
  public static class Resilience4j {
    final io.github.resilience4j.circuitbreaker.CircuitBreaker breaker =
        Resilience4jSettings.counting(SYNCHRONIZED, 100);

    CompletionStage<String> call(Supplier<CompletionStage<String>> task) {
      return breaker.executeCompletionStage(task);
    }
  }

  /** Starts the task on the caller's thread, as the others do ("Async execution", custom executors). */
  @State(Scope.Benchmark)
  public static class OfFailsafe {
    final FailsafeExecutor<String> executor =
        Failsafe.with(FailsafeSettings.counting(100)).with((Executor) Runnable::run);

    CompletableFuture<String> call(Supplier<CompletionStage<String>> task) {
      return executor.getStageAsync(task::get);
    }
  }

  @State(Scope.Benchmark)
  public static class SmallRye {
    final TypedGuard<CompletionStage<String>> guard = SmallRyeSettings.counting(
            TypedGuard.create(new TypeLiteral<CompletionStage<String>>() {
              private static final long serialVersionUID = 1;
            }),
            100)
        .build();

    CompletionStage<String> call(Supplier<CompletionStage<String>> task) {
      return guard.get(task);
    }
  }
}
