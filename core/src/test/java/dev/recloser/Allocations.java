package dev.recloser;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Counts what this thread allocates. */
public final class Allocations {
  private static final int CALLS = 1_000_000;
  private static final int ROUNDS = 10;

  private Allocations() {}

  /**
   * Asserts that a million calls allocate nothing. The whole budget allows one byte in a thousand calls, for what the JVM
   * itself may do meanwhile. The first rounds are those in which the code is compiled: one round without is enough.
   */
  public static void assertNone(Runnable call) {
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS && least >= CALLS / 1000; round++) {
      least = Math.min(least, bytesForAMillion(call));
    }
    assertThat(least).as("bytes for a million calls").isLessThan(CALLS / 1000);
  }

  /** Returns the bytes a call, once it is compiled. */
  public static long bytes(Runnable call) {
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 3; round++) {
      least = Math.min(least, bytesForAMillion(call));
    }
    return least / CALLS;
  }

  private static long bytesForAMillion(Runnable call) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < CALLS; i++) {
      call.run();
    }
    return threads.getCurrentThreadAllocatedBytes() - before;
  }
}
