package dev.recloser.time;

/** Lets tests of other packages see what timers of the system are left. */
public final class TimerCount {
  private TimerCount() {}

  /** Returns how many timers of {@link TimeSource#system()} are set and have not begun to run. */
  public static int pending() {
    return TimerThreads.pending();
  }
}
