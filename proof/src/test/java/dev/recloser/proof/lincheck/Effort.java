package dev.recloser.proof.lincheck;

import dev.recloser.proof.Setting;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;

/** How long Lincheck looks: a moment in the usual test run, as many times as long with {@code -Dlincheck.effort=n}. */
public final class Effort {

  private static final int SCENARIOS = 2;

  private Effort() {}

  /** Returns how many scenarios are tried. */
  public static int scenarios() {
    return SCENARIOS * Setting.of("lincheck.effort", 1, 1_000_000, 1);
  }

  /** Returns the settings for trying interleavings one after the other. */
  public static ModelCheckingOptions modelChecking() {
    return new ModelCheckingOptions()
        .iterations(scenarios())
        .invocationsPerIteration(300)
        .threads(2)
        .actorsBefore(2)
        .actorsPerThread(3)
        .actorsAfter(2);
  }

  /** Returns the settings for real threads that meet at random. */
  public static StressOptions stress() {
    return new StressOptions()
        .iterations(scenarios())
        .invocationsPerIteration(300)
        .threads(2)
        .actorsBefore(2)
        .actorsPerThread(3)
        .actorsAfter(2);
  }
}
