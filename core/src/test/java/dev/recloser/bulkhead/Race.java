package dev.recloser.bulkhead;

import dev.recloser.time.ManualTimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** Threads that do things to a bulkhead at the same moment, many times over. */
final class Race {
  private final ExecutorService threads;

  /** What one thread does in a round. */
  interface Step {
    void run(int round) throws Exception;
  }

  Race(ExecutorService threads) {
    this.threads = threads;
  }

  /** Runs each step on a thread of its own, all at the same moment, round after round, with a check between them. */
  void run(int rounds, Step between, Step... steps) throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(steps.length + 1);
    List<Future<?>> all = new ArrayList<>();
    for (Step step : steps) {
      all.add(threads.submit(() -> runners(rounds, step, barrier)));
    }
    try {
      for (int round = 0; round < rounds; round++) {
        between.run(round);
        barrier.await();
        barrier.await();
      }
    } catch (BrokenBarrierException e) {
      barrier.reset(); // One of the steps has failed; it says so below.
    }
    for (Future<?> one : all) {
      one.get();
    }
    between.run(rounds);
  }

  private static boolean runners(int rounds, Step step, CyclicBarrier barrier) throws Exception {
    try {
      for (int round = 0; round < rounds; round++) {
        barrier.await();
        step.run(round);
        barrier.await();
      }
      return true;
    } catch (Throwable failure) {
      barrier.reset();
      throw failure;
    }
  }

  /** Lets two go at the same moment, when somebody is in line. */
  static Step whenOneWaits(ManualTimeSource time, CyclicBarrier both, Step step) {
    return round -> {
      time.awaitSleepers(1);
      both.await();
      step.run(round);
    };
  }

  static Step afterwards(CyclicBarrier both, Step step) {
    return round -> {
      both.await();
      step.run(round);
    };
  }
}
