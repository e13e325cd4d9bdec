package dev.recloser.proof.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * No entry of a ledger excuses more than it says: a false reading of ours is told of, where an entry holds and where none
 * does.
 */
class NarrowLedgerTest {
  private static final int TRACES = 1_000;
  private static final int PLACES = 4;

  /** A place every so many steps. */
  private static final int SPARSE = 4_001;

  /** What a window of time holds is known within bounds only where slices differ, so a false count must be out of them. */
  private static final int OUT_OF_BOUNDS = 1_000;

  private static final Oracle<Resilience4jSetup> RESILIENCE4J = new Oracle<>(
      "resilience4j", Resilience4jSetup::random, List.of(Resilience4jDeviation.values()));
  private static final Oracle<FailsafeSetup> FAILSAFE =
      new Oracle<>("failsafe", FailsafeSetup::random, List.of(FailsafeDeviation.values()));

  private static final List<Place> IN_RESILIENCE4J = places(RESILIENCE4J);
  private static final List<Place> IN_FAILSAFE = places(FAILSAFE);

  /** A step of a trace, and which entries were met after it. */
  private record Place(long seed, int step, List<Excuse<?>> met) {}

  @ParameterizedTest
  @EnumSource
  void whereAnEntryForResilience4jHoldsItExcusesNothingElse(Resilience4jDeviation entry) {
    int by = entry == Resilience4jDeviation.SLICES ? OUT_OF_BOUNDS : 1;

    lieWhereItHolds(entry, RESILIENCE4J, IN_RESILIENCE4J, by);
  }

  @ParameterizedTest
  @EnumSource
  void whereAnEntryForFailsafeHoldsItExcusesNothingElse(FailsafeDeviation entry) {
    lieWhereItHolds(entry, FAILSAFE, IN_FAILSAFE, 1);
  }

  @Test
  void whereTheTwoAgreeNothingIsExcused() {
    lieWhereTheyAgree(RESILIENCE4J, IN_RESILIENCE4J);
    lieWhereTheyAgree(FAILSAFE, IN_FAILSAFE);
  }

  private static <S extends Setup> void lieWhereItHolds(
      Excuse<S> entry, Oracle<S> oracle, List<Place> places, int by) {
    List<Place> alone =
        places.stream().filter(place -> place.met().equals(List.of(entry))).toList();
    assertThat(alone).hasSizeGreaterThanOrEqualTo(PLACES);
    for (Place place : alone.subList(0, PLACES)) {
      lie(oracle, place, by);
    }
  }

  private static <S extends Setup> void lieWhereTheyAgree(Oracle<S> oracle, List<Place> places) {
    for (int i = 0; i < places.size(); i += SPARSE) {
      if (places.get(i).met().isEmpty()) {
        lie(oracle, places.get(i), 1);
      }
    }
  }

  private static <S extends Setup> List<Place> places(Oracle<S> oracle) {
    List<Place> places = new ArrayList<>();
    for (long seed = 1; seed <= TRACES; seed++) {
      long drawn = seed;
      assertThat(oracle.play(seed, new Observer() {
            @Override
            public void compared(int step) {
              places.add(new Place(drawn, step, new ArrayList<>()));
            }

            @Override
            public void met(int step, Excuse<?> excuse) {
              places.get(places.size() - 1).met().add(excuse);
            }
          }))
          .isNull();
    }
    return places;
  }

  /** Plants false readings at a place, one after the other. */
  private static <S extends Setup> void lie(Oracle<S> oracle, Place place, int by) {
    Oracle.Drawn<S> trace = oracle.draw(place.seed()).upTo(place.step());
    int lies = Lie.about(Reading.unrecorded(true, State.CLOSED, 0, 0), by).size();
    for (int which = 0; which < lies; which++) {
      Planted planted = new Planted(trace.setup(), place.step(), by, which);
      Mismatch told = oracle.play(trace, planted);
      assertThat(told != null || !planted.differs)
          .as("%s passes for ours after %s", planted.lie, place)
          .isTrue();
    }
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
