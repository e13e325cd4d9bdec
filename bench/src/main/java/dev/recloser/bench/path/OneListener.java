package dev.recloser.bench.path;

import static io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy.SYNCHRONIZED;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
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

/** What a closed breaker over the latest 100 calls costs a call that succeeds while one listener hears of it. */
public class OneListener {

  /** Its listener keeps the latest event, so that it has to be made; likewise below. */
  @State(Scope.Benchmark)
  public static class Recloser {
    final CircuitBreaker breaker = RecloserSettings.counting(100);
    Object last;

    @Setup
    public void listen() {
      breaker.onEvent(event -> last = event);
    }
  }

  @State(Scope.Benchmark)
  public static class Resilience4j {
    Supplier<String> lock;
    Object last;

    @Setup
    public void listen(Task task) {
      var breaker = Resilience4jSettings.counting(SYNCHRONIZED, 100);
      breaker.getEventPublisher().onEvent(event -> last = event);
      lock = breaker.decorateSupplier(task);
    }
  }

  @State(Scope.Benchmark)
  public static class OfFailsafe {
    FailsafeExecutor<String> executor;
    Object last;

    @Setup
    public void listen() {
      executor = Failsafe.with(dev.failsafe.CircuitBreaker.<String>builder()
          .withFailureThreshold(50, 100)
          .onSuccess(event -> last = event)
          .build());
    }
  }

  @State(Scope.Benchmark)
  public static class SmallRye {
    TypedGuard<String> guard;
    int heard;

    @Setup
    public void listen() {
      guard = SmallRyeSettings.guard()
          .withCircuitBreaker()
          .requestVolumeThreshold(100)
          .onSuccess(() -> heard++)
          .done()
          .build();
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
  public String failsafe(OfFailsafe failsafe, Task task) {
    return failsafe.executor.get(task);
  }

  @Benchmark
  public String smallRye(SmallRye smallRye, Task task) {
    return smallRye.guard.get(task);
  }
}
