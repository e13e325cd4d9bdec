package dev.recloser.time;

import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;

/** The one door to random numbers; what draws them takes a {@link RandomGenerator}. */
public final class Randomness {
  private static final RandomGenerator SYSTEM =
      () -> ThreadLocalRandom.current().nextLong();

  private Randomness() {}

  /** Returns a source for any number of threads, with a state for each of them. */
  public static RandomGenerator system() {
    return SYSTEM;
  }
}
