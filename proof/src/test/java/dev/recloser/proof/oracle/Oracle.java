package dev.recloser.proof.oracle;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
  static final int TRACES = Integer.getInteger("traces", 10_000);
  static final long SEED = Long.getLong("seed", 1);
  static final int STEPS = 200;

  private final Function<RandomGenerator, S> setups;
  private final List<? extends Excuse<S>> ledger;
  private final Map<String, Long> met = new TreeMap<>();
  private long steps;

  Oracle(Function<RandomGenerator, S> setups, List<? extends Excuse<S>> ledger) {
    this.setups = setups;
    this.ledger = ledger;
  }

  /** Returns how often each excuse was needed. */
  Map<String, Long> met() {
    return met;
  }

  long steps() {
    return steps;
  }

  /** Plays the trace of a seed; returns a report of the first difference that nothing excuses, or null. */
  @Nullable
  String play(long seed) {
    RandomGenerator random = new java.util.SplittableRandom(seed);
    S setup = setups.apply(random);
    List<Step> trace = Traces.random(setup, random, STEPS);
    steps += trace.size();
    Duel.Mismatch mismatch =
        Duel.play(setup, trace, ledger, excuse -> met.merge(excuse.name(), 1L, Long::sum));
    return mismatch == null ? null : report(seed, setup, trace.subList(0, mismatch.step() + 1));
  }

  private String report(long seed, S setup, List<Step> failing) {
    List<Step> shortest = Shrinker.shrink(failing, part -> differs(setup, part) != null);
    String source = shortest.stream().map(Step::toString).collect(Collectors.joining(",\n  "));
    return "seed " + seed + " (play it alone with -Dtraces=1 -Dseed=" + seed + ")\n" + setup
        + "\n" + differs(setup, shortest) + "\nshrunk from " + failing.size() + " steps to\n  "
        + source;
  }

  private Duel.@Nullable Mismatch differs(S setup, List<Step> part) {
    return Duel.play(setup, part, ledger, excuse -> {});
  }
}
