package dev.recloser.retry;

import static dev.recloser.Allocations.assertNone;

import dev.recloser.CheckedRunnable;
import org.junit.jupiter.api.Test;

class RetryAllocationTest {
  private int value;

  @Test
  void aTaskThatSucceedsAtOnceCostsTheCollectorNothing() {
    Retry retry = Retry.ofDefaults("r");

    // Made once, since a lambda that captures something is an object too.
    CheckedRunnable<RuntimeException> task = () -> value++;

    assertNone(() -> value += retry.call(() -> 1));
    assertNone(() -> retry.run(task));
  }
}
