package dev.recloser.timeout;

import dev.recloser.CheckedRunnable;
import dev.recloser.CheckedSupplier;
import dev.recloser.check.Urgent;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Guards one blocking run: interrupts its thread when the time is up, and never anything else that runs there. */
final class Watch implements Urgent {

  /*
   * Either the run ends first, and the timer does nothing; or the timer fires first, and then the run, when it ends, waits
   * for the moment between "firing" and "fired". So the interrupt has been delivered before the guarded code is left, and
   * what is left of it is taken back there. A thread that somebody else has interrupted is not interrupted once more, and
   * keeps its flag. If runs are nested, the flag may stand for the time of the outer one too, which may have fired while it
   * was set; then the inner one, having taken it back, sets it again for the outer one.
   */

  private static final int RUNNING = 0;
  private static final int ENDED = 1;
  private static final int FIRING = 2;
  private static final int FIRED = 3;
  private static final int FIRED_IN_VAIN = 4;

  private static final ThreadLocal<@Nullable Watch> INNERMOST = new ThreadLocal<>();

  private final Thread thread = Thread.currentThread();
  private final AtomicInteger state = new AtomicInteger(RUNNING);
  private final @Nullable Watch outer = INNERMOST.get();
  private volatile @Nullable Breakable breakable;

  /** What the run is in the midst of that can be broken off, and what that is within. */
  static final class Breakable {
    final BreakOff breakOff;
    final @Nullable Breakable outer;

    Breakable(BreakOff breakOff, @Nullable Breakable outer) {
      this.breakOff = breakOff;
      this.outer = outer;
    }
  }

  private Watch() {}

  /** Begins to guard a run of this thread, which must end it. */
  static Watch enter() {
    Watch watch = new Watch();
    INNERMOST.set(watch);
    return watch;
  }

  /**
   * Runs a task that the timers of this thread's runs break off, each of which may be the first.
   *
   * @param action what ends the task
   */
  static <T extends @Nullable Object, E extends Exception> T breakable(
      CheckedRunnable<?> action, CheckedSupplier<T, E> task) throws E {
    Watch innermost = INNERMOST.get();
    if (innermost == null) {
      return task.get();
    }
    BreakOff breakOff = new BreakOff(action);
    try {
      boolean isOver = false;
      for (Watch watch = innermost; watch != null; watch = watch.outer) {
        watch.breakable = new Breakable(breakOff, watch.breakable);
        isOver |= watch.settled() != RUNNING;
      }
      if (isOver) {
        throw new CancellationException("the time of the call is up");
      }
      return task.get();
    } finally {
      // Without a call, so that no overflow of the stack can leave anything behind.
      for (Watch watch = innermost; watch != null; watch = watch.outer) {
        Breakable last = watch.breakable;
        if (last != null && last.breakOff == breakOff) {
          watch.breakable = last.outer;
        }
      }
      breakOff.end();
    }
  }

  @Override
  public void run() {
    if (!state.compareAndSet(RUNNING, FIRING)) {
      return;
    }
    if (thread.isInterrupted()) {
      state.set(FIRED_IN_VAIN);
    } else {
      thread.interrupt();
      state.set(FIRED);
    }
    for (Breakable each = breakable; each != null; each = each.outer) {
      each.breakOff.fire();
    }
  }

  /** Ends the run, on its thread; returns whether the time was up before. */
  boolean end() {
    INNERMOST.set(outer);
    if (state.compareAndSet(RUNNING, ENDED)) {
      return false;
    }
    if (settled() == FIRED) {
      // Takes back our own interrupt; one of somebody else that came together with it cannot be
      // told apart.
      boolean unused = Thread.interrupted();
      interruptForOuter();
    }
    return true;
  }

  private void interruptForOuter() {
    for (Watch watch = outer; watch != null; watch = watch.outer) {
      if (watch.settled() != RUNNING) {
        watch.state.set(FIRED);
        thread.interrupt();
        return;
      }
    }
  }

  /** Returns the state, once it is not about to change by the timer. */
  private int settled() {
    int now = state.get();
    while (now == FIRING) {
      Thread.onSpinWait();
      now = state.get();
    }
    return now;
  }
}
