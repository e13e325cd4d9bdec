package dev.recloser.circuitbreaker;

import dev.recloser.proof.lincheck.Effort;
import dev.recloser.proof.lincheck.Scenarios;
import dev.recloser.proof.lincheck.Scenarios.Draw;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.lincheck.datastructures.BooleanGen;
import org.jetbrains.lincheck.datastructures.LongGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/**
 * The window of the last span of time at rest: it holds what the same calls leave in it one after the other. A reader in
 * passing adds up the slices one by one, and the bad calls apart from all calls: it may see each call or not.
 */
public class TimeWindowLincheckTest {
  private static final int SLICES = 10;
  private static final long[] TIMES = {0, 1, 9, 10, 11, 20, 25};

  private final TimeWindow window = new TimeWindow(
      TripRule.failureRate(0.5).over(Duration.ofNanos(SLICES)).minimumCalls(1),
      Duration.ofNanos(SLICES),
      0);

  @Operation
  public void record(
      @Param(gen = BooleanGen.class) boolean failed, @Param(gen = LongGen.class) long now) {
    boolean unused = window.record(failed, -1, now);
  }

  @Operation
  public String read() {
    RuleSnapshot reading = window.snapshot(0);
    return reading.bad() + " of " + reading.calls();
  }

  private static <O extends Options<O, ?>> void check(O options) {
    Scenarios scenarios = new Scenarios(TimeWindowLincheckTest.class, 2, 2);
    Actor read = scenarios.actor("read");
    Draw call = (random, thread) ->
        scenarios.actor("record", random.nextBoolean(), TIMES[random.nextInt(TIMES.length)]);
    Actor first = scenarios.actor("record", true, 1L);
    Actor turnLater = scenarios.actor("record", true, 11L);
    scenarios.meet(options, List.of(), first, first, List.of(read));
    scenarios.meet(options, List.of(first), first, turnLater, List.of(read));
    scenarios
        .in(options, call, call, random -> List.of(read, call.next(random, 0), read))
        .sequentialSpecification(LastSpan.class)
        .check(TimeWindowLincheckTest.class);
  }

  @Test
  void holdsAtRestWhatOneByOneWouldLeave() {
    check(Effort.modelChecking());
  }

  @Test
  void holdsAfterStressWhatOneByOneWouldLeave() {
    check(Effort.stress());
  }

  /** A list of calls with the slice of each, which is one nanosecond long; none lies before the newest. */
  public static class LastSpan {
    private final List<Long> slices = new ArrayList<>();
    private final List<Long> badSlices = new ArrayList<>();
    private long newest;

    public void record(boolean failed, long now) {
      newest = Math.max(newest, now);
      slices.add(newest);
      if (failed) {
        badSlices.add(newest);
      }
    }

    public String read() {
      return held(badSlices) + " of " + held(slices);
    }

    private long held(List<Long> of) {
      return of.stream().filter(slice -> slice > newest - SLICES).count();
    }
  }
}
