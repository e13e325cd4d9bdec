package dev.recloser.circuitbreaker;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Calls that are recorded at the same moment. Results: bad calls by the count, bad calls in the ring. */
public final class CountWindowStress {
  private static final String DRIFT = "the count has drifted from the ring, for good";

  private CountWindowStress() {}

  private static CountWindow window(int calls) {
    return new CountWindow(TripRule.failureRate(0.5).overCalls(calls).minimumCalls(1), calls);
  }

  private static void record(CountWindow window, boolean failed) {
    boolean unused = window.record(failed, -1, 0);
  }

  private static void read(CountWindow window, II_Result r) {
    r.r1 = (int) window.snapshot(0).bad();
    r.r2 = window.badInRing();
  }

  /** Two bad calls, each in a place of its own. */
  @JCStressTest
  @Outcome(id = "2, 2", expect = ACCEPTABLE, desc = "both are counted")
  @Outcome(id = "1, 2", expect = FORBIDDEN, desc = "a bad call is lost: " + DRIFT)
  @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "two calls have claimed one place: one is lost")
  @Outcome(expect = FORBIDDEN, desc = DRIFT)
  @State
  public static class TwoBadCalls {
    private final CountWindow window = window(2);

    @Actor
    public void first() {
      record(window, true);
    }

    @Actor
    public void second() {
      record(window, true);
    }

    @Arbiter
    public void atRest(II_Result r) {
      read(window, r);
    }
  }

  /** A good and a bad call in a window of one: both have the same place, and either may be the last. */
  @JCStressTest
  @Outcome(
      id = {"0, 0", "1, 1"},
      expect = ACCEPTABLE,
      desc = "one of the two stays")
  @Outcome(
      id = {"0, 1", "1, 0"},
      expect = FORBIDDEN,
      desc = DRIFT)
  @Outcome(expect = FORBIDDEN, desc = DRIFT)
  @State
  public static class OnePlace {
    private final CountWindow window = window(1);

    @Actor
    public void good() {
      record(window, false);
    }

    @Actor
    public void bad() {
      record(window, true);
    }

    @Arbiter
    public void atRest(II_Result r) {
      read(window, r);
    }
  }

  /** Two good calls drive the last bad ones out. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "both have left the window")
  @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "a bad call is counted for ever: " + DRIFT)
  @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "two calls have claimed one place")
  @Outcome(expect = FORBIDDEN, desc = DRIFT)
  @State
  public static class TwoGoodCallsAfterBadOnes {
    private final CountWindow window = window(2);

    public TwoGoodCallsAfterBadOnes() {
      record(window, true);
      record(window, true);
    }

    @Actor
    public void first() {
      record(window, false);
    }

    @Actor
    public void second() {
      record(window, false);
    }

    @Arbiter
    public void atRest(II_Result r) {
      read(window, r);
    }
  }

  /** A bad call meets one that a healthy window absorbs. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the bad call is held")
  @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "a good call has driven out the newer bad one")
  @Outcome(expect = FORBIDDEN, desc = DRIFT)
  @State
  public static class HealthyWindow {
    private final CountWindow window = window(2);

    public HealthyWindow() {
      record(window, false);
      record(window, false);
    }

    @Actor
    public void good() {
      record(window, false);
    }

    @Actor
    public void bad() {
      record(window, true);
    }

    @Arbiter
    public void atRest(II_Result r) {
      read(window, r);
    }
  }
}
