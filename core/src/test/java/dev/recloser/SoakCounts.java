package dev.recloser;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** How the calls of a soak have ended. */
final class SoakCounts {
  private final LongAdder started = new LongAdder();
  private final LongAdder ended = new LongAdder();
  private final LongAdder strange = new LongAdder();
  private final AtomicReference<@Nullable Object> example = new AtomicReference<>();
  private final Map<String, LongAdder> outcomes = new ConcurrentHashMap<>();

  void started() {
    started.increment();
  }

  void ended(String outcome) {
    outcomes.computeIfAbsent(outcome, key -> new LongAdder()).increment();
    ended.increment();
  }

  /** Counts what must not have happened. */
  void strange(Object what) {
    example.compareAndSet(null, what);
    strange.increment();
  }

  long calls() {
    return ended.sum();
  }

  long unfinished() {
    return started.sum() - ended.sum();
  }

  long strange() {
    return strange.sum();
  }

  @Nullable
  Object example() {
    return example.get();
  }

  @Override
  public String toString() {
    return calls() + " calls: " + new TreeMap<>(outcomes);
  }
}
