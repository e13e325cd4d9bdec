package dev.recloser.circuitbreaker;

import org.jspecify.annotations.Nullable;

/** One call let through half-open. */
final class Probe implements Grant {
  private final HalfOpen epoch;
  private final long admittedAt;
  private final long leaseNanos;

  /**
   * The thread that runs the guarded code now, the nested calls of which pass. It is set right before that code and cleared
   * right after by a plain write, which succeeds even at the end of the stack: a thread that stayed here would pass for ever.
   */
  volatile @Nullable Thread runner;

  Probe(HalfOpen epoch, long admittedAt, long leaseNanos) {
    this.epoch = epoch;
    this.admittedAt = admittedAt;
    this.leaseNanos = leaseNanos;
  }

  HalfOpen epoch() {
    return epoch;
  }

  boolean leaseEnded(long now) {
    return now - admittedAt >= leaseNanos;
  }

  long leaseLeft(long now) {
    return Math.max(0, leaseNanos - age(now));
  }

  /** Returns how long ago it was let through. */
  long age(long now) {
    return Math.max(0, now - admittedAt);
  }

  long leaseNanos() {
    return leaseNanos;
  }

  boolean runsOn(Thread thread) {
    return runner == thread;
  }
}
