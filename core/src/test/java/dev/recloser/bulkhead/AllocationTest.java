package dev.recloser.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.recloser.CheckedRunnable;
import dev.recloser.Next;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a call costs the garbage collector: nothing. */
class AllocationTest {
  private static final int CALLS = 1_000_000;

  private int value = 42;

  @Test
  void aCallThatHasAPermitAllocatesNothing() {
    Bulkhead bulkhead = Bulkhead.builder("b").maxConcurrent(2).queue(10).build();
    assertNoAllocation(() -> value += bulkhead.call(() -> 1));
    CheckedRunnable<RuntimeException> task = () -> value++;
    assertNoAllocation(() -> bulkhead.run(task));
    Next next = new Next.Link(bulkhead, new Next.Link(Bulkhead.of("inner", 2), Next.task()));
    assertNoAllocation(() -> value += next.call(() -> 1));
  }

  @Test
  void aRefusalAllocatesNothing() {
    Bulkhead bulkhead = Bulkhead.of("b", 1);
    List<BulkheadPermit> held = BulkheadTest.fill(bulkhead);
    assertNoAllocation(() -> value += bulkhead.callOrElse(() -> 1, rejection -> 2));
    assertNoAllocation(() -> value += bulkhead.tryAcquire().isPresent() ? 1 : 0);
    assertNoAllocation(() -> {
      try {
        value += bulkhead.call(() -> 1);
      } catch (BulkheadFullException e) {
        value--;
      }
    });
    held.forEach(BulkheadPermit::close);
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
