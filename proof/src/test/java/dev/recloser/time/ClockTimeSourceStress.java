package dev.recloser.time;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** Readings of a time source that adds up the forward steps of a clock. */
public final class ClockTimeSourceStress {

  private ClockTimeSourceStress() {}

  private static final class StepClock extends Clock {
    volatile long nanos;

    @Override
    public Instant instant() {
      return Instant.ofEpochSecond(0, nanos);
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  /** Two threads see the same step of the clock. */
  @JCStressTest
  @Outcome(id = "10, 10, 10", expect = ACCEPTABLE, desc = "the step counts once")
  @Outcome(id = ".*20.*", expect = FORBIDDEN, desc = "one step counts twice: cooldowns end early")
  @Outcome(expect = FORBIDDEN, desc = "the step is lost: time stands still")
  @State
  public static class OneStep {
    private final StepClock clock = new StepClock();
    private final TimeSource time = new ClockTimeSource(clock);

    public OneStep() {
      clock.nanos = 10;
    }

    @Actor
    public void reader1(JJJ_Result r) {
      r.r1 = time.nanoTime();
    }

    @Actor
    public void reader2(JJJ_Result r) {
      r.r2 = time.nanoTime();
    }

    @Arbiter
    public void atRest(JJJ_Result r) {
      r.r3 = time.nanoTime();
    }
  }

  /** The clock goes on while two threads read it. Results: the one that moves it, and a reading at rest. */
  @JCStressTest
  @Outcome(
      id = {"20, 20"},
      expect = ACCEPTABLE,
      desc = "all steps count once")
  @Outcome(
      expect = FORBIDDEN,
      desc = "a race between readers was taken for a step back, or counted twice")
  @State
  public static class ClockGoesOn {
    private final StepClock clock = new StepClock();
    private final TimeSource time = new ClockTimeSource(clock);

    @Actor
    public void moves(JJ_Result r) {
      clock.nanos = 10;
      var unused = time.nanoTime();
      clock.nanos = 20;
      r.r1 = time.nanoTime();
    }

    @Actor
    public void reads() {
      var unused = time.nanoTime();
    }

    @Arbiter
    public void atRest(JJ_Result r) {
      r.r2 = time.nanoTime();
    }
  }
}
