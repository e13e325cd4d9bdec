package dev.recloser.bench.path;

import static io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy.LOCK_FREE;
import static io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy.SYNCHRONIZED;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.recloser.bench.peer.FailsafeSettings;
import dev.recloser.bench.peer.RecloserSettings;
import dev.recloser.bench.peer.Resilience4jSettings;
import dev.recloser.circuitbreaker.CircuitBreaker;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What a call through one closed breaker costs on a virtual thread of its own; the thread is most of it. */
public class VirtualThreads {
  static final int CALLS = 1000;

  /** A virtual thread a task; only a JDK of 21 or later has them. */
  @State(Scope.Benchmark)
  public static class Threads {
    ExecutorService executor;

    @Setup
    public void start() throws ReflectiveOperationException {
      executor = (ExecutorService)
          Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }

    @TearDown
    public void stop() {
      executor.shutdown();
    }

    /** Runs the call on a thousand threads and waits for the last. */
    int run(Callable<String> call) throws InterruptedException, ExecutionException {
      int length = 0;
      for (Future<String> future : executor.invokeAll(Collections.nCopies(CALLS, call))) {
        length += future.get().length();
      }
      return length;
    }
  }

  @State(Scope.Benchmark)
  public static class Recloser {
    Callable<String> call;

    @Setup
    public void build(Task task) {
      CircuitBreaker breaker = RecloserSettings.counting(100);
      call = () -> breaker.call(task);
    }
  }

  @State(Scope.Benchmark)
  public static class Resilience4j {
    Callable<String> lock;
    Callable<String> lockFree;

    @Setup
    public void build(Task task) {
      lock = Resilience4jSettings.counting(SYNCHRONIZED, 100).decorateSupplier(task)::get;
      lockFree = Resilience4jSettings.counting(LOCK_FREE, 100).decorateSupplier(task)::get;
    }
  }

  @State(Scope.Benchmark)
  public static class OfFailsafe {
    Callable<String> call;

    @Setup
    public void build(Task task) {
      FailsafeExecutor<String> executor = Failsafe.with(FailsafeSettings.counting(100));
      call = () -> executor.get(task);
    }
  }

  @State(Scope.Benchmark)
  public static class Bare {
    Callable<String> call;

    @Setup
    public void build(Task task) {
      call = task::get;
    }
  }

  @Benchmark
  @OperationsPerInvocation(CALLS)
  public int bare(Threads threads, Bare bare) throws InterruptedException, ExecutionException {
    return threads.run(bare.call);
  }

  @Benchmark
  @OperationsPerInvocation(CALLS)
  public int recloser(Threads threads, Recloser recloser)
      throws InterruptedException, ExecutionException {
    return threads.run(recloser.call);
  }

  @Benchmark
  @OperationsPerInvocation(CALLS)
  public int resilience4jLock(Threads threads, Resilience4j resilience4j)
      throws InterruptedException, ExecutionException {
    return threads.run(resilience4j.lock);
  }

  @Benchmark
  @OperationsPerInvocation(CALLS)
  public int resilience4jLockFree(Threads threads, Resilience4j resilience4j)
      throws InterruptedException, ExecutionException {
    return threads.run(resilience4j.lockFree);
  }

  @Benchmark
  @OperationsPerInvocation(CALLS)
  public int failsafe(Threads threads, OfFailsafe failsafe)
      throws InterruptedException, ExecutionException {
    return threads.run(failsafe.call);
  }
}
