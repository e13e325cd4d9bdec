package dev.recloser.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/** Threads that set off at once. */
final class Together {
  private Together() {}

  /** Runs the tasks, a thread each; returns their results, in order. */
  static <T> List<T> run(int count, IntFunction<Callable<T>> tasks) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(count);
    try {
      CyclicBarrier start = new CyclicBarrier(count);
      List<Future<T>> futures = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        Callable<T> task = tasks.apply(i);
        futures.add(threads.submit(() -> {
          start.await();
          return task.call();
        }));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(future.get(60, TimeUnit.SECONDS));
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }
}
