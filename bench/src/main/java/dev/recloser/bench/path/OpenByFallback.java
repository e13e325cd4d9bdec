package dev.recloser.bench.path;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.Fallback;
import dev.recloser.CheckedFunction;
import dev.recloser.bench.peer.FailsafeSettings;
import dev.recloser.bench.peer.RecloserSettings;
import dev.recloser.bench.peer.Resilience4jSettings;
import dev.recloser.bench.peer.SmallRyeSettings;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.Permit;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.decorators.Decorators;
import io.smallrye.faulttolerance.api.TypedGuard;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What an open breaker costs a call that it refuses without an exception for the caller: by a value, or by a permit. */
public class OpenByFallback {

  @State(Scope.Benchmark)
  public static class Recloser {
    final CircuitBreaker breaker = RecloserSettings.open();
    String other = "other";
    final CheckedFunction<Object, String, RuntimeException> fallback = refusal -> other;
  }

  @State(Scope.Benchmark)
  public static class Resilience4j {
    final io.github.resilience4j.circuitbreaker.CircuitBreaker breaker =
        Resilience4jSettings.open(false);
    String other = "other";
    Supplier<String> fallback;

    @Setup
    public void build(Task task) {
      fallback = Decorators.ofSupplier(task)
          .withCircuitBreaker(breaker)
          .withFallback(List.of(CallNotPermittedException.class), refusal -> other)
          .decorate();
    }
  }

  @State(Scope.Benchmark)
  public static class OfFailsafe {
    final dev.failsafe.CircuitBreaker<String> breaker = FailsafeSettings.open();
    final FailsafeExecutor<String> executor = Failsafe.with(Fallback.of("other"), breaker);
  }

  @State(Scope.Benchmark)
  public static class SmallRye {
    final TypedGuard<String> guard = SmallRyeSettings.opened(
        SmallRyeSettings.counting(SmallRyeSettings.guard(), 100)
            .withFallback()
            .handler(() -> "other")
            .done()
            .build(),
        100);
  }

  @Benchmark
  public long clock() {
    return System.nanoTime();
  }

  @Benchmark
  public String recloser(Recloser recloser, Task task) {
    return recloser.breaker.callOrElse(task, recloser.fallback);
  }

  @Benchmark
  public Optional<Permit> recloserTryAcquire(Recloser recloser) {
    return recloser.breaker.tryAcquire();
  }

  @Benchmark
  public boolean resilience4jTryAcquire(Resilience4j resilience4j) {
    return resilience4j.breaker.tryAcquirePermission();
  }

  @Benchmark
  public String resilience4j(Resilience4j resilience4j) {
    return resilience4j.fallback.get();
  }

  @Benchmark
  public boolean failsafeTryAcquire(OfFailsafe failsafe) {
    return failsafe.breaker.tryAcquirePermit();
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
