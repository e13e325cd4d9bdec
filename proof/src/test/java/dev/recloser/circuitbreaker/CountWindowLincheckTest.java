package dev.recloser.circuitbreaker;

import dev.recloser.proof.lincheck.Effort;
import dev.recloser.proof.lincheck.Scenarios;
import dev.recloser.proof.lincheck.Scenarios.Draw;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.lincheck.datastructures.BooleanGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Options;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/**
 * The window of the last calls at rest: it holds what the same calls leave in it one after the other.
 *
 * <p>In passing a reader may see a count that is off by the calls in flight, either way. And a call that stalls while the others
 * go once round the ring overwrites a newer one when it goes on; so the ring here holds all that are in flight. For a ring of
 * any size the count of bad calls equals the bad calls in it at rest, which is checked in {@link TinyCountWindowLincheckTest}.
 */
public class CountWindowLincheckTest {
  private static final int CALLS = 4;

  private final CountWindow window =
      new CountWindow(TripRule.failureRate(0.5).overCalls(CALLS).minimumCalls(1), CALLS);

  @Operation
  public void record(@Param(gen = BooleanGen.class) boolean failed) {
    boolean unused = window.record(failed, -1, 0);
  }

  @Operation
  public String read() {
    RuleSnapshot reading = window.snapshot(0);
    return reading.bad() + " of " + reading.calls();
  }

  @Validate
  public void theCountIsThatOfTheRing() {
    if (window.snapshot(0).bad() != window.badInRing()) {
      throw new IllegalStateException(
          window.snapshot(0).bad() + " counted, " + window.badInRing() + " in the ring");
    }
  }

  private static <O extends Options<O, ?>> void check(O options) {
    Scenarios scenarios = new Scenarios(CountWindowLincheckTest.class, 2 * CALLS, CALLS / 2);
    Actor read = scenarios.actor("read");
    Draw call = (random, thread) -> scenarios.actor("record", random.nextInt(3) > 0);
    scenarios
        .in(options, call, call, random -> List.of(read, call.next(random, 0), read))
        .sequentialSpecification(LastCalls.class)
        .check(CountWindowLincheckTest.class);
  }

  @Test
  void holdsAtRestWhatOneByOneWouldLeave() {
    check(Effort.modelChecking());
  }

  @Test
  void holdsAfterStressWhatOneByOneWouldLeave() {
    check(Effort.stress());
  }

  /** A queue of the last calls. */
  public static class LastCalls {
    private final Deque<Boolean> calls = new ArrayDeque<>();

    public void record(boolean failed) {
      calls.addLast(failed);
      if (calls.size() > CALLS) {
        calls.removeFirst();
      }
    }

    public String read() {
      return calls.stream().filter(failed -> failed).count() + " of " + calls.size();
    }
  }
}
