package dev.recloser.bench.path;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.recloser.bench.peer.FailsafeSettings;
import dev.recloser.bench.peer.SmallRyeSettings;
import dev.recloser.timeout.Timeout;
import io.github.resilience4j.timelimiter.TimeLimiter;
import io.smallrye.faulttolerance.api.TypedGuard;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * What a timeout of ten seconds costs a call that returns at once. Resilience4j limits only what runs elsewhere: there a thread
 * of an executor runs the task, and the caller waits for it.
 */
public class TimeoutInTime {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  @State(Scope.Benchmark)
  public static class Recloser {
    final Timeout timeout = Timeout.of("bench", LIMIT);
  }

  @State(Scope.Benchmark)
  public static class Resilience4j {
    final ExecutorService executor = Executors.newSingleThreadExecutor();
    Callable<String> call;

    @Setup
    public void build(Task task) {
      Callable<String> get = task::get;
      call = TimeLimiter.of(LIMIT).decorateFutureSupplier(() -> executor.submit(get));
    }

    @TearDown
    public void stop() {
      executor.shutdown();
    }
  }

  @State(Scope.Benchmark)
  public static class OfFailsafe {
    final FailsafeExecutor<String> executor = Failsafe.with(FailsafeSettings.timeout(LIMIT));
  }

  @State(Scope.Benchmark)
  public static class SmallRye {
    final TypedGuard<String> guard =
        SmallRyeSettings.timeout(SmallRyeSettings.guard()).build();
  }

  @Benchmark
  public String bare(Task task) {
    return task.get();
  }

  @Benchmark
  public String recloser(Recloser recloser, Task task) {
    return recloser.timeout.call(task);
  }

  @Benchmark
  public String resilience4j(Resilience4j resilience4j) throws Exception {
    return resilience4j.call.call();
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
