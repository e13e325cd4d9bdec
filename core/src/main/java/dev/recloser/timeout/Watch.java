package dev.recloser.timeout;

import java.util.concurrent.atomic.AtomicInteger;

/** Guards one blocking run: interrupts its thread when the time is up, and never anything else that runs there. */
final class Watch implements Runnable {

  /*
   * Either the run ends first, and the timer does nothing; or the timer fires first, and then the run, when it ends, waits
   * for the moment between "firing" and "fired". So the interrupt has been delivered before the guarded code is left, and
   * what is left of it is taken back there. A thread that somebody else has interrupted is not interrupted once more, and
   * keeps its flag.
   */

  private static final int RUNNING = 0;
  private static final int ENDED = 1;
  private static final int FIRING = 2;
  private static final int FIRED = 3;
  private static final int FIRED_IN_VAIN = 4;

  private final Thread thread;
  private final AtomicInteger state = new AtomicInteger(RUNNING);

  Watch(Thread thread) {
    this.thread = thread;
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
  }

  /** Ends the run, on its thread; returns whether the time was up before. */
  boolean end() {
    if (state.compareAndSet(RUNNING, ENDED)) {
      return false;
    }
    while (state.get() == FIRING) {
      Thread.onSpinWait();
    }
    if (state.get() == FIRED) {
      // Takes back our own interrupt; one of somebody else that came together with it cannot be
      // told apart.
      boolean unused = Thread.interrupted();
    }
    return true;
  }
}
