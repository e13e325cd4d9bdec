package dev.recloser.bench.path;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.recloser.bench.peer.FailsafeSettings;
import dev.recloser.bench.peer.RecloserSettings;
import dev.recloser.bench.peer.Resilience4jSettings;
import dev.recloser.bench.peer.SmallRyeSettings;
import dev.recloser.ratelimiter.RateLimiter;
import io.smallrye.faulttolerance.api.TypedGuard;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What a rate limiter costs a call that it lets through at once. */
public class RateLimiterGranted {

  @State(Scope.Benchmark)
  public static class Recloser {
    final RateLimiter limiter = RecloserSettings.rateLimiter();
  }

  @State(Scope.Benchmark)
  public static class Resilience4j {
    Supplier<String> call;

    @Setup
    public void build(Task task) {
      call = io.github.resilience4j.ratelimiter.RateLimiter.decorateSupplier(
          Resilience4jSettings.rateLimiter(), task);
    }
  }

  @State(Scope.Benchmark)
  public static class OfFailsafe {
    final FailsafeExecutor<String> executor = Failsafe.with(FailsafeSettings.rateLimiter());
  }

  @State(Scope.Benchmark)
  public static class SmallRye {
    final TypedGuard<String> guard =
        SmallRyeSettings.rateLimit(SmallRyeSettings.guard()).build();
  }

  @Benchmark
  public long clock() {
    return System.nanoTime();
  }

  @Benchmark
  public String recloser(Recloser recloser, Task task) {
    return recloser.limiter.call(task);
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
