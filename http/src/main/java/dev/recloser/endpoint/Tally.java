package dev.recloser.endpoint;

import java.util.concurrent.atomic.AtomicLong;

/** The successes (above) and failures (below) of an interval, packed into a long, so that both are taken at once. */
final class Tally {
  private static final int SUCCESS_SHIFT = 32;

  private final AtomicLong counts = new AtomicLong();

  /**
   * What an interval has counted.
   *
   * @param successes how many calls succeeded
   * @param failures how many failed
   */
  record Counts(long successes, long failures) {

    long calls() {
      return successes + failures;
    }

    double successRate() {
      return (double) successes / calls();
    }

    double failureRate() {
      return (double) failures / calls();
    }
  }

  void succeeded() {
    counts.getAndAdd(1L << SUCCESS_SHIFT);
  }

  void failed() {
    counts.getAndAdd(1);
  }

  /** Returns what was counted, and starts anew. */
  Counts take() {
    long taken = counts.getAndSet(0);
    return new Counts(taken >>> SUCCESS_SHIFT, taken & 0xFFFF_FFFFL);
  }
}
