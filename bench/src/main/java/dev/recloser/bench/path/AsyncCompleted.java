package dev.recloser.bench.path;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What a closed breaker costs a call whose stage is complete when it returns. */
public class AsyncCompleted {

  /** Makes a complete stage. */
  @State(Scope.Benchmark)
  public static class Stages {
    Supplier<CompletionStage<String>> call;

    @Setup
    public void build(Task task) {
      call = () -> CompletableFuture.completedFuture(task.get());
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
