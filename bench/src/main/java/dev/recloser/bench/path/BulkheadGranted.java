package dev.recloser.bench.path;

import com.netflix.concurrency.limits.Limiter;
import com.netflix.concurrency.limits.limit.FixedLimit;
import com.netflix.concurrency.limits.limiter.SimpleLimiter;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.recloser.bench.peer.FailsafeSettings;
import dev.recloser.bench.peer.RecloserSettings;
import dev.recloser.bench.peer.Resilience4jSettings;
import dev.recloser.bench.peer.SmallRyeSettings;
import dev.recloser.bulkhead.Bulkhead;
import io.smallrye.faulttolerance.api.TypedGuard;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What a bulkhead of 100 costs a call that it lets through. */
public class BulkheadGranted {

  @State(Scope.Benchmark)
  public static class Recloser {
    final Bulkhead bulkhead = RecloserSettings.bulkhead();
  }

  @State(Scope.Benchmark)
  public static class Resilience4j {
    Supplier<String> call;

    @Setup
    public void build(Task task) {
      call = io.github.resilience4j.bulkhead.Bulkhead.decorateSupplier(
          Resilience4jSettings.bulkhead(), task);
    }
  }

  @State(Scope.Benchmark)
  public static class OfFailsafe {
    final FailsafeExecutor<String> executor = Failsafe.with(FailsafeSettings.bulkhead());
  }

  @State(Scope.Benchmark)
  public static class SmallRye {
    final TypedGuard<String> guard =
        SmallRyeSettings.bulkhead(SmallRyeSettings.guard()).build();
  }

  /** concurrency-limits 0.5.4 with a limit that does not move, as its README shows a simple limiter in use. */
  @State(Scope.Benchmark)
  public static class ConcurrencyLimits {
    final Limiter<Void> limiter =
        SimpleLimiter.newBuilder().limit(FixedLimit.of(100)).build();
  }

  @Benchmark
  public String bare(Task task) {
    return task.get();
  }

  @Benchmark
  public String recloser(Recloser recloser, Task task) {
    return recloser.bulkhead.call(task);
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

  @Benchmark
  public String concurrencyLimits(ConcurrencyLimits limits, Task task) {
    Limiter.Listener listener = limits.limiter.acquire(null).orElseThrow();
    try {
      String answer = task.get();
      listener.onSuccess();
      return answer;
    } catch (RuntimeException failure) {
      listener.onIgnore();
      throw failure;
    }
  }
}
