package dev.recloser.circuitbreaker;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Calls that are recorded at the same moment. Results: calls held, bad calls held. One slice is ten nanoseconds. */
public final class TimeWindowStress {
  private static final int TURN = 100;

  private TimeWindowStress() {}

  private static TimeWindow window() {
    Duration span = Duration.ofNanos(TURN);
    return new TimeWindow(TripRule.failureRate(0.5).over(span).minimumCalls(1), span, 0);
  }

  private static void record(TimeWindow window, boolean failed, long now) {
    boolean unused = window.record(failed, -1, now);
  }

  private static void read(TimeWindow window, long now, II_Result r) {
    RuleSnapshot reading = window.snapshot(now);
    r.r1 = (int) reading.calls();
    r.r2 = (int) reading.bad();
  }

  /** Both find that the slice is not there yet. */
  @JCStressTest
  @Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "both are counted")
  @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "the good call is lost with its slice")
  @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "the bad call is lost with its slice")
  @Outcome(expect = FORBIDDEN, desc = "the two counts of a slice do not belong together")
  @State
  public static class FirstCallsOfASlice {
    private final TimeWindow window = window();

    @Actor
    public void good() {
      record(window, false, 5);
    }

    @Actor
    public void bad() {
      record(window, true, 5);
    }

    @Arbiter
    public void atRest(II_Result r) {
      read(window, 5, r);
    }
  }

  /** One thread has read the clock in the last slice, the other in the next one. */
  @JCStressTest
  @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "both are counted")
  @Outcome(expect = FORBIDDEN, desc = "a call within the span is lost, or counted twice")
  @State
  public static class NextSlice {
    private final TimeWindow window = window();

    @Actor
    public void earlier() {
      record(window, true, 9);
    }

    @Actor
    public void later() {
      record(window, true, 10);
    }

    @Arbiter
    public void atRest(II_Result r) {
      read(window, 10, r);
    }
  }

  /** The later call takes the place in the ring of the earlier call's slice. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the earlier call has come first, and has left")
  @Outcome(
      id = "2, 1",
      expect = ACCEPTABLE,
      desc = "it has come late, and counts in the newest slice")
  @Outcome(
      id = "1, 0",
      expect = FORBIDDEN,
      desc = "the earlier call has driven out the newest slice")
  @Outcome(expect = FORBIDDEN, desc = "the newest slice is lost")
  @State
  public static class OneTurnLater {
    private final TimeWindow window = window();

    public OneTurnLater() {
      record(window, false, 5);
    }

    @Actor
    public void earlier() {
      record(window, false, 5);
    }

    @Actor
    public void later() {
      record(window, true, TURN + 5);
    }

    @Arbiter
    public void atRest(II_Result r) {
      read(window, TURN + 5, r);
    }
  }
}
