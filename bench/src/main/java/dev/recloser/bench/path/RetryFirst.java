package dev.recloser.bench.path;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.recloser.bench.peer.FailsafeSettings;
import dev.recloser.bench.peer.RecloserSettings;
import dev.recloser.bench.peer.Resilience4jSettings;
import dev.recloser.bench.peer.SmallRyeSettings;
import dev.recloser.bench.peer.SpringSettings;
import dev.recloser.retry.Retry;
import io.smallrye.faulttolerance.api.TypedGuard;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.springframework.core.retry.RetryException;
import org.springframework.core.retry.RetryTemplate;

/** What a retry of at most three attempts costs where the first succeeds. */
public class RetryFirst {

  @State(Scope.Benchmark)
  public static class Recloser {
    final Retry retry = RecloserSettings.retry();
  }

  @State(Scope.Benchmark)
  public static class Resilience4j {
    Supplier<String> call;

    @Setup
    public void build(Task task) {
      call =
          io.github.resilience4j.retry.Retry.decorateSupplier(Resilience4jSettings.retry(), task);
    }
  }

  @State(Scope.Benchmark)
  public static class OfFailsafe {
    final FailsafeExecutor<String> executor = Failsafe.with(FailsafeSettings.retry());
  }

  @State(Scope.Benchmark)
  public static class SmallRye {
    final TypedGuard<String> guard =
        SmallRyeSettings.retry(SmallRyeSettings.guard()).build();
  }

  @State(Scope.Benchmark)
  public static class Spring {
    final RetryTemplate retry = SpringSettings.retry();
  }

  @Benchmark
  public String bare(Task task) {
    return task.get();
  }

  @Benchmark
  public String recloser(Recloser recloser, Task task) {
    return recloser.retry.call(task);
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
  public String spring(Spring spring, Task task) throws RetryException {
    return spring.retry.execute(task);
  }
}
