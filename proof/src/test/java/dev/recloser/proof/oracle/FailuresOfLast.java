package dev.recloser.proof.oracle;

import dev.recloser.circuitbreaker.RuleSnapshot;
import dev.recloser.circuitbreaker.RuleWindow;
import dev.recloser.circuitbreaker.TripRule;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Trips when so many of the last calls have failed, however few there were: a rule of Failsafe's, written against the
 * public interface.
 */
record FailuresOfLast(int failures, int calls) implements TripRule {

  @Override
  public RuleWindow newWindow(long nowNanos) {
    return new Window();
  }

  private final class Window implements RuleWindow {
    // Guarded by this.
    private final Deque<Boolean> last = new ArrayDeque<>();

    @Override
    public synchronized boolean record(boolean failed, long durationNanos, long nowNanos) {
      last.addLast(failed);
      if (last.size() > calls) {
        last.removeFirst();
      }
      return failed;
    }

    @Override
    public boolean exceeded(long nowNanos) {
      return bad() >= failures;
    }

    @Override
    public synchronized RuleSnapshot snapshot(long nowNanos) {
      long missing = Math.max(0, failures - bad());
      return new RuleSnapshot("failuresOfLast", failures, last.size(), bad(), missing);
    }

    private synchronized long bad() {
      return last.stream().filter(failed -> failed).count();
    }
  }
}
