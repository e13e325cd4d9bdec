package dev.recloser.bulkhead;

import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;

/** Starts the async calls that got their permit in line. */
final class Starts {

  /*
   * Not on the thread that gave the permit back: that one may still be inside a timeout that will interrupt it, a probe
   * that lets its nested calls through, or a transaction. So each is started by the time source, as what waits elsewhere
   * is: a retry, a call before its rate limit. There a task that blocks holds nobody up, and one that ends at once does
   * not grow the stack.
   */

  private final TimeSource time;
  private final Permits permits;

  Starts(TimeSource time, Permits permits) {
    this.time = time;
    this.permits = permits;
  }

  /** Starts calls. One that the time source will not start fails, and its permit goes to the next in line. */
  void start(List<AsyncCall<?>> admitted) {
    if (admitted.isEmpty()) {
      return;
    }
    ArrayDeque<AsyncCall<?>> pending = new ArrayDeque<>(admitted);
    for (AsyncCall<?> next = pending.poll(); next != null; next = pending.poll()) {
      try {
        next.startsBy(time.schedule(Duration.ZERO, next::handedOver));
      } catch (Throwable failure) {
        if (next.takeUp()) {
          pending.addAll(permits.release());
        }
        next.fail(failure);
      }
    }
  }
}
