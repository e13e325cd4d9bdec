package dev.recloser.circuitbreaker;

import org.jspecify.annotations.Nullable;

/** One call let through half-open. */
final class Probe implements Grant {
  private final HalfOpen epoch;
  private final long admittedAt;
  private final long leaseNanos;

  /** The thread that runs the guarded code now, if a call is driven by this library; the nested calls of which pass. */
  private volatile @Nullable Thread runner;

  Probe(HalfOpen epoch, long admittedAt, long leaseNanos, @Nullable Thread runner) {
    this.epoch = epoch;
    this.admittedAt = admittedAt;
    this.leaseNanos = leaseNanos;
    this.runner = runner;
  }

  HalfOpen epoch() {
    return epoch;
  }

  boolean leaseEnded(long now) {
    return now - admittedAt >= leaseNanos;
  }

  long leaseLeft(long now) {
    return Math.max(0, leaseNanos - Math.max(0, now - admittedAt));
  }

  long leaseNanos() {
    return leaseNanos;
  }

  boolean runsOn(Thread thread) {
    return runner == thread;
  }

  /** Notes that the thread is done with the guarded code, though the call may go on elsewhere. */
  void leftThread() {
    runner = null;
  }
}
