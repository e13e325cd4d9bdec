package dev.recloser.bench.path;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What a closed breaker costs a call that another thread completes, while its caller waits. */
public class AsyncReal {

  /** Completes a stage on a thread of its own. */
  @State(Scope.Benchmark)
  public static class Stages {
    final ExecutorService executor = Executors.newSingleThreadExecutor();
    Supplier<CompletionStage<String>> call;

    @Setup
    public void build(Task task) {
      call = () -> CompletableFuture.supplyAsync(task, executor);
    }

    @TearDown
    public void stop() {
      executor.shutdown();
    }
  }

  @Benchmark
  public String bare(Stages stages) {
    return stages.call.get().toCompletableFuture().join();
  }

  @Benchmark
  public String recloser(AsyncCallers.Recloser recloser, Stages stages) {
    return recloser.call(stages.call).join();
  }

  @Benchmark
  public String resilience4j(AsyncCallers.Resilience4j resilience4j, Stages stages) {
    return resilience4j.call(stages.call).toCompletableFuture().join();
  }

  @Benchmark
  public String failsafe(AsyncCallers.OfFailsafe failsafe, Stages stages) {
    return failsafe.call(stages.call).join();
  }

  @Benchmark
  public String smallRye(AsyncCallers.SmallRye smallRye, Stages stages) {
    return smallRye.call(stages.call).toCompletableFuture().join();
  }
}
