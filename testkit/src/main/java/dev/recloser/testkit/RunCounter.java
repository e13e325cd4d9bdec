package dev.recloser.testkit;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Counts the runs of a task. */
final class RunCounter {
  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger mostAtOnce = new AtomicInteger();
  private volatile @Nullable String last;

  /** Counts one more run; returns its number, from 1. */
  int next() {
    return begun.incrementAndGet();
  }

  void began(String what) {
    last = what;
    mostAtOnce.accumulateAndGet(running.incrementAndGet(), Math::max);
  }

  void ended() {
    running.decrementAndGet();
  }

  int runs() {
    return begun.get();
  }

  int running() {
    return running.get();
  }

  int mostAtOnce() {
    return mostAtOnce.get();
  }

  Optional<String> last() {
    return Optional.ofNullable(last);
  }
}
