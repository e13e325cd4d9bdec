package dev.recloser.bulkhead;

import static dev.recloser.Allocations.assertNone;

import dev.recloser.CheckedRunnable;
import dev.recloser.Next;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a call costs the garbage collector: nothing. */
class AllocationTest {
  private int value = 42;

  @Test
  void aCallThatHasAPermitAllocatesNothing() {
    Bulkhead bulkhead = Bulkhead.builder("b").maxConcurrent(2).queue(10).build();
    assertNone(() -> value += bulkhead.call(() -> 1));
    CheckedRunnable<RuntimeException> task = () -> value++;
    assertNone(() -> bulkhead.run(task));
    Next next = new Next.Link(bulkhead, new Next.Link(Bulkhead.of("inner", 2), Next.task()));
    assertNone(() -> value += next.call(() -> 1));
  }

  @Test
  void aRefusalAllocatesNothing() {
    Bulkhead bulkhead = Bulkhead.of("b", 1);
    List<BulkheadPermit> held = BulkheadTest.fill(bulkhead);
    assertNone(() -> value += bulkhead.callOrElse(() -> 1, rejection -> 2));
    assertNone(() -> value += bulkhead.tryAcquire().isPresent() ? 1 : 0);
    assertNone(() -> {
      try {
        value += bulkhead.call(() -> 1);
      } catch (BulkheadFullException e) {
        value--;
      }
    });
    held.forEach(BulkheadPermit::close);
  }
}
