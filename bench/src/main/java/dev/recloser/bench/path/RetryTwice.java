package dev.recloser.bench.path;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.recloser.Backoff;
import dev.recloser.RetryBudget;
import dev.recloser.bench.peer.FailsafeSettings;
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

/** What a retry costs where the third attempt succeeds, without a wait between attempts. */
public class RetryTwice {

  @State(Scope.Benchmark)
  public static class Recloser {
    /** Like the peers, of which none has a budget: it would soon refuse so many retries. */
    final Retry retry = Retry.builder("bench")
        .maxAttempts(3)
        .backoff(Backoff.none())
        .budget(RetryBudget.unlimited())
        .build();
  }

  @State(Scope.Thread)
  public static class Resilience4j {
    Supplier<String> call;

    @Setup
    public void build(ThirdTimeTask task) {
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

  /** The same three attempts in a loop. */
  @Benchmark
  public String bare(ThirdTimeTask task) {
    Failure last = null;
    for (int attempt = 1; attempt <= 3; attempt++) {
      try {
        return task.get();
      } catch (Failure failure) {
        last = failure;
      }
    }
    throw last;
  }

  @Benchmark
  public String recloser(Recloser recloser, ThirdTimeTask task) {
    return recloser.retry.call(task);
  }

  @Benchmark
  public String resilience4j(Resilience4j resilience4j) {
    return resilience4j.call.get();
  }

  @Benchmark
  public String failsafe(OfFailsafe failsafe, ThirdTimeTask task) {
    return failsafe.executor.get(task);
  }

  @Benchmark
  public String smallRye(SmallRye smallRye, ThirdTimeTask task) {
    return smallRye.guard.get(task);
  }

  @Benchmark
  public String spring(Spring spring, ThirdTimeTask task) throws RetryException {
    return spring.retry.execute(task);
  }
}
