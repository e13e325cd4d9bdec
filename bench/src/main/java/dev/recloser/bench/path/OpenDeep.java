package dev.recloser.bench.path;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.recloser.bench.peer.FailsafeSettings;
import dev.recloser.bench.peer.RecloserSettings;
import dev.recloser.bench.peer.Resilience4jSettings;
import dev.recloser.circuitbreaker.CircuitBreaker;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.CompilerControl;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What a refusal by exception costs 50 frames below the one that catches it. */
public class OpenDeep {
  private static final int FRAMES = 50;

  @State(Scope.Benchmark)
  public static class Recloser {
    Supplier<String> call;

    @Setup
    public void build(Task task) {
      CircuitBreaker breaker = RecloserSettings.open();
      call = () -> breaker.call(task);
    }
  }

  @State(Scope.Benchmark)
  public static class Resilience4j {
    Supplier<String> withTrace;
    Supplier<String> withoutTrace;

    @Setup
    public void build(Task task) {
      withTrace = Resilience4jSettings.open(true).decorateSupplier(task);
      withoutTrace = Resilience4jSettings.open(false).decorateSupplier(task);
    }
  }

  @State(Scope.Benchmark)
  public static class OfFailsafe {
    Supplier<String> call;

    @Setup
    public void build(Task task) {
      FailsafeExecutor<String> executor = Failsafe.with(FailsafeSettings.open());
      call = () -> executor.get(task);
    }
  }

  /** The frames alone: nobody refuses. */
  @Benchmark
  public Object bare(Task task) {
    return refusal(task);
  }

  @Benchmark
  public Object recloser(Recloser recloser) {
    return refusal(recloser.call);
  }

  @Benchmark
  public Object resilience4j(Resilience4j resilience4j) {
    return refusal(resilience4j.withTrace);
  }

  @Benchmark
  public Object resilience4jNoTrace(Resilience4j resilience4j) {
    return refusal(resilience4j.withoutTrace);
  }

  @Benchmark
  public Object failsafe(OfFailsafe failsafe) {
    return refusal(failsafe.call);
  }

  private static Object refusal(Supplier<String> call) {
    try {
      return below(FRAMES, call);
    } catch (RuntimeException refusal) {
      return refusal;
    }
  }

  @CompilerControl(CompilerControl.Mode.DONT_INLINE)
  private static String below(int frames, Supplier<String> call) {
    return frames == 0 ? call.get() : below(frames - 1, call);
  }
}
