package dev.recloser.bench.path;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.recloser.Pipeline;
import dev.recloser.bench.peer.FailsafeSettings;
import dev.recloser.bench.peer.RecloserSettings;
import dev.recloser.bench.peer.SmallRyeSettings;
import io.smallrye.faulttolerance.api.TypedGuard;
import java.time.Duration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What the standard pipeline costs with its timeouts: total timeout, retry, circuit breaker, rate limiter, attempt timeout,
 * bulkhead. Resilience4j cannot limit the time of a call on its caller's thread; SmallRye limits attempts only.
 */
public class PipelineWithTimeouts {

  @State(Scope.Benchmark)
  public static class Recloser {
    final Pipeline pipeline = Pipeline.builder("bench")
        .timeout(Duration.ofSeconds(30))
        .retry(RecloserSettings.retry())
        .circuitBreaker(RecloserSettings.counting(100))
        .rateLimiter(RecloserSettings.rateLimiter())
        .timeout(Duration.ofSeconds(10))
        .bulkhead(RecloserSettings.bulkhead())
        .build();
  }

  @State(Scope.Benchmark)
  public static class OfFailsafe {
    final FailsafeExecutor<String> executor = Failsafe.with(
        FailsafeSettings.timeout(Duration.ofSeconds(30)),
        FailsafeSettings.retry(),
        FailsafeSettings.counting(100),
        FailsafeSettings.rateLimiter(),
        FailsafeSettings.timeout(Duration.ofSeconds(10)),
        FailsafeSettings.bulkhead());
  }

  @State(Scope.Benchmark)
  public static class SmallRye {
    final TypedGuard<String> guard = SmallRyeSettings.timeout(
            SmallRyeSettings.bulkhead(SmallRyeSettings.rateLimit(
                SmallRyeSettings.retry(SmallRyeSettings.counting(SmallRyeSettings.guard(), 100)))))
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
  public String failsafe(OfFailsafe failsafe, Task task) {
    return failsafe.executor.get(task);
  }

  @Benchmark
  public String smallRye(SmallRye smallRye, Task task) {
    return smallRye.guard.get(task);
  }
}
