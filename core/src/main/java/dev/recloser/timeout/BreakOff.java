package dev.recloser.timeout;

import dev.recloser.CheckedRunnable;
import dev.recloser.check.SafeLog;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** What ends a run that does not heed interrupts. It is done once at the most, and never when the run has ended. */
final class BreakOff {
  private static final System.Logger LOGGER = System.getLogger(Timeout.class.getName());

  private final CheckedRunnable<?> action;
  private final AtomicBoolean decided = new AtomicBoolean();
  private final CompletableFuture<@Nullable Void> done = new CompletableFuture<>();

  /**
   * Creates one that was not done yet.
   *
   * @param action what to do
   */
  BreakOff(CheckedRunnable<?> action) {
    this.action = action;
  }

  /** Ends the run, unless it has ended. */
  void fire() {
    if (decided.compareAndSet(false, true)) {
      try {
        action.run();
      } catch (Throwable fault) {
        SafeLog.warn(LOGGER, () -> "a call could not be broken off", fault);
      } finally {
        done.complete(null);
      }
    }
  }

  /** Tells, on the thread of the run, that it has ended; waits for what was begun. The interrupt flag stays as it is. */
  void end() {
    if (!decided.compareAndSet(false, true)) {
      done.join();
    }
  }
}
