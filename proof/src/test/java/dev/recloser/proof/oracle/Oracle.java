package dev.recloser.proof.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.proof.Setting;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Plays many traces against a peer.
 *
 * @param <S> the settings
 */
final class Oracle<S extends Setup> {
  private static final int STEPS = 200;

  /** With fewer traces, an entry of the ledger may not be met by chance. */
  private static final int ENOUGH_TO_MEET_ALL = 1_000;

  private final String peer;
  private final Function<RandomGenerator, S> setups;
  private final List<? extends Excuse<S>> ledger;

  Oracle(String peer, Function<RandomGenerator, S> setups, List<? extends Excuse<S>> ledger) {
    this.peer = peer;
    this.setups = setups;
    this.ledger = ledger;
  }

  /** A trace that is drawn from a seed, and its settings. */
  record Drawn<S extends Setup>(S setup, List<Step> steps) {

    /** Returns the trace up to a step. */
    Drawn<S> upTo(int step) {
      return new Drawn<>(setup, steps.subList(0, step + 1));
    }
  }

  Drawn<S> draw(long seed) {
    RandomGenerator random = new SplittableRandom(seed);
    S setup = setups.apply(random);
    return new Drawn<>(setup, Traces.random(setup, random, STEPS));
  }

  /** Plays as many traces as the run was given, fails at the first difference that nothing excuses, and prints figures. */
  void playAll() {
    int traces = Setting.of("traces", 1, Integer.MAX_VALUE, 10_000);
    long seed = Setting.seed();
    Tally tally = new Tally();
    for (int i = 0; i < traces; i++) {
      String report = play(seed + i, tally);
      assertThat(report).as("%s", report).isNull();
    }
    assertThat(tally.cutOff((long) traces * STEPS)).isZero();
    System.out.println(peer + ", entries of the ledger met: " + tally.met());
    System.out.println(tally.figures(peer, traces, seed));
    if (traces < ENOUGH_TO_MEET_ALL) {
      System.out.printf(
          Locale.ROOT,
          "%s: not checked that every entry is met, which takes %,d traces%n",
          peer,
          ENOUGH_TO_MEET_ALL);
      return;
    }
    assertThat(tally.met().keySet())
        .containsAll(ledger.stream().map(Excuse::name).toList());
    assertThat(tally.followedShare()).isLessThan(0.02);
  }

  /** Plays the trace of a seed; returns a report of the first difference that nothing excuses, or null. */
  @Nullable
  String play(long seed, Observer observer) {
    Drawn<S> drawn = draw(seed);
    Mismatch mismatch = play(drawn, observer);
    return mismatch == null
        ? null
        : report(seed, drawn.setup(), drawn.steps().subList(0, mismatch.step() + 1));
  }

  /** Plays a trace; returns the first difference that nothing excuses, or null. */
  @Nullable
  Mismatch play(Drawn<S> drawn, Observer observer) {
    return Duel.play(drawn.setup(), drawn.steps(), ledger, observer);
  }

  private String report(long seed, S setup, List<Step> failing) {
    List<Step> shortest = Shrinker.shrink(failing, part -> differs(setup, part) != null);
    String source = shortest.stream().map(Step::toString).collect(Collectors.joining(",\n  "));
    return "seed " + seed + " (play it alone with -Dtraces=1 -Dseed=" + seed + ")\n" + setup
        + "\n" + differs(setup, shortest) + "\nshrunk from " + failing.size() + " steps to\n  "
        + source;
  }

  private @Nullable Mismatch differs(S setup, List<Step> part) {
    return play(new Drawn<>(setup, part), Observer.NONE);
  }
}
