package dev.recloser.retry;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.recloser.CheckedRunnable;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class RetryAllocationTest {
  private static final int CALLS = 1_000_000;

  private int value;

  @Test
  void aTaskThatSucceedsAtOnceCostsTheCollectorNothing() {
    Retry retry = Retry.ofDefaults("r");

    // Made once, since a lambda that captures something is an object too.
    CheckedRunnable<RuntimeException> task = () -> value++;

    assertNoAllocation(() -> value += retry.call(() -> 1));
    assertNoAllocation(() -> retry.run(task));
  }

  /** The whole budget allows one byte in a thousand calls, for what the JVM itself may do meanwhile. */
  private static void assertNoAllocation(Runnable call) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 3; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < CALLS; i++) {
        call.run();
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertThat(least).isLessThan(CALLS / 1000);
  }
}
