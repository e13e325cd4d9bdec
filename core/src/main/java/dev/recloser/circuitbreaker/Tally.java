package dev.recloser.circuitbreaker;

import dev.recloser.Outcome;
import java.util.concurrent.atomic.LongAdder;

/** What a breaker has counted since it was made. Successes are not counted: they would cost a write a call. */
final class Tally {
  private final LongAdder failures = new LongAdder();
  private final LongAdder rejected = new LongAdder();
  private final LongAdder ignored = new LongAdder();
  private final LongAdder stragglers = new LongAdder();

  void ended(Outcome outcome) {
    if (outcome == Outcome.FAILURE) {
      failures.increment();
    } else if (outcome == Outcome.IGNORED) {
      ignored.increment();
    }
  }

  void rejected() {
    rejected.increment();
  }

  void straggled() {
    stragglers.increment();
  }

  long failures() {
    return failures.sum();
  }

  long rejections() {
    return rejected.sum();
  }

  long ignored() {
    return ignored.sum();
  }

  long stragglers() {
    return stragglers.sum();
  }
}
