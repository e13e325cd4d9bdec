package dev.recloser.bench.path;

import static io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy.LOCK_FREE;
import static io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy.SYNCHRONIZED;

import dev.recloser.bench.peer.RecloserSettings;
import dev.recloser.bench.peer.Resilience4jSettings;
import dev.recloser.circuitbreaker.CircuitBreaker;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What a closed breaker over the latest 100 calls costs that judges failures and slow calls. Failsafe and SmallRye have no
 * rule for slow calls.
 */
public class SlowCallRule {

  @State(Scope.Benchmark)
  public static class Recloser {
    final CircuitBreaker breaker = RecloserSettings.judgingSlowCalls(100);
  }

  @State(Scope.Benchmark)
  public static class Resilience4j {
    Supplier<String> lock;
    Supplier<String> lockFree;

    @Setup
    public void build(Task task) {
      lock = Resilience4jSettings.judgingSlowCalls(SYNCHRONIZED, 100).decorateSupplier(task);
      lockFree = Resilience4jSettings.judgingSlowCalls(LOCK_FREE, 100).decorateSupplier(task);
    }
  }

  /** The least that timing a call takes: a reading before and one after. */
  @Benchmark
  public long clockTwice(Task task, Blackhole blackhole) {
    long start = System.nanoTime();
    blackhole.consume(task.get());
    return System.nanoTime() - start;
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
  public String resilience4jLockFree(Resilience4j resilience4j) {
    return resilience4j.lockFree.get();
  }
}
