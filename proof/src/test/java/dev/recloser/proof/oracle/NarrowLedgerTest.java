package dev.recloser.proof.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * No entry of a ledger excuses more than it says: a false reading of ours is told of, where an entry holds and where none
 * does.
 */
class NarrowLedgerTest {
  private static final int SITUATIONS = 5;
  private static final int TRACES = 60;

  /** What the windows of a time hold is known within bounds only, so a false count must be out of them. */
  private static final int OUT_OF_BOUNDS = 1_000;

  private final Oracle<Resilience4jSetup> resilience4j = new Oracle<>(
      "resilience4j", Resilience4jSetup::random, List.of(Resilience4jDeviation.values()));
  private final Oracle<FailsafeSetup> failsafe =
      new Oracle<>("failsafe", FailsafeSetup::random, List.of(FailsafeDeviation.values()));

  @ParameterizedTest
  @EnumSource
  void whereAnEntryForResilience4jHoldsItExcusesNothingElse(Resilience4jDeviation entry) {
    int by = entry == Resilience4jDeviation.SLICES ? OUT_OF_BOUNDS : 1;

    assertThat(liesWhere(entry, resilience4j, by)).isGreaterThan(SITUATIONS);
  }

  @ParameterizedTest
  @EnumSource
  void whereAnEntryForFailsafeHoldsItExcusesNothingElse(FailsafeDeviation entry) {
    assertThat(liesWhere(entry, failsafe, 1)).isGreaterThan(SITUATIONS);
  }

  @Test
  void whereTheTwoAgreeNothingIsExcused() {
    assertThat(liesAnywhere(resilience4j)).isGreaterThan(TRACES);
    assertThat(liesAnywhere(failsafe)).isGreaterThan(TRACES);
  }

  /** Plants false readings at the first steps at which an entry holds alone; returns how many. */
  private static <S extends Setup> int liesWhere(Excuse<S> entry, Oracle<S> oracle, int by) {
    int lies = 0;
    int situations = 0;
    for (long seed = 1; situations < SITUATIONS; seed++) {
      Oracle.Drawn<S> drawn = oracle.draw(seed);
      List<List<Excuse<?>>> met = met(oracle, drawn);
      for (int step = 0; step < met.size() && situations < SITUATIONS; step++) {
        if (met.get(step).equals(List.of(entry))) {
          situations++;
          lies += lies(oracle, drawn, step, by);
        }
      }
    }
    return lies;
  }

  private static <S extends Setup> int liesAnywhere(Oracle<S> oracle) {
    Random random = new Random(1);
    int lies = 0;
    for (long seed = 1; seed <= TRACES; seed++) {
      Oracle.Drawn<S> drawn = oracle.draw(seed);
      List<List<Excuse<?>>> met = met(oracle, drawn);
      int step = random.nextInt(met.size());
      if (met.get(step).isEmpty()) {
        lies += lies(oracle, drawn, step, 1);
      }
    }
    return lies;
  }

  /** Returns which entries were met after each step. */
  private static <S extends Setup> List<List<Excuse<?>>> met(
      Oracle<S> oracle, Oracle.Drawn<S> drawn) {
    List<List<Excuse<?>>> met = new ArrayList<>();
    drawn.steps().forEach(step -> met.add(new ArrayList<>()));
    oracle.play(drawn, new Observer() {
      @Override
      public void met(int step, Excuse<?> excuse) {
        met.get(step).add(excuse);
      }
    });
    return met;
  }

  private static <S extends Setup> int lies(
      Oracle<S> oracle, Oracle.Drawn<S> drawn, int at, int by) {
    Oracle.Drawn<S> part = drawn.upTo(at);
    int count = Lie.about(Reading.unrecorded(true, State.CLOSED, 0, 0), by).size();
    int told = 0;
    for (int i = 0; i < count; i++) {
      Planted planted = new Planted(drawn.setup(), at, by, i);
      Duel.Mismatch mismatch = oracle.play(part, planted);
      if (planted.differs) {
        assertThat(mismatch)
            .as("%s passed for ours at the end of %s", planted.lie, part)
            .isNotNull();
        told++;
      }
    }
    return told;
  }

  /** A false reading after one step. */
  private static final class Planted implements Observer {
    private final Setup setup;
    private final int at;
    private final int by;
    private final int which;
    private boolean differs;
    private Reading lie;

    private Planted(Setup setup, int at, int by, int which) {
      this.setup = setup;
      this.at = at;
      this.by = by;
      this.which = which;
    }

    @Override
    public Reading taken(int step, Reading ours, Reading theirs) {
      if (step != at) {
        return ours;
      }
      lie = Lie.about(ours, by).get(which);
      Reading seen = setup.comparable(lie);
      // To read as the peer does where the two should differ is to share its fault, which is not
      // looked for here.
      differs = !seen.equals(setup.comparable(ours)) && !seen.equals(setup.comparable(theirs));
      return lie;
    }
  }
}
