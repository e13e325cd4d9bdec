package dev.recloser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** What must hold whatever policies are combined, whatever happens to their calls, and whatever the user's code does. */
class PipelineInvariantsTest {
  private static final long SEQUENCES = 100_000L * Integer.getInteger("soak", 1);
  private static final Logger LOGGER = Logger.getLogger("dev.recloser");

  @Test
  void theyHold() {
    Level before = LOGGER.getLevel();
    LOGGER.setLevel(Level.OFF);
    try {
      Long only = Long.getLong("seed");
      long last = only == null ? SEQUENCES : only;
      for (long seed = only == null ? 1 : only; seed <= last; seed++) {
        check(seed);
      }
    } finally {
      LOGGER.setLevel(before);
    }
  }

  private static void check(long seed) {
    RandomSequence sequence = new RandomSequence(seed);
    try {
      assertThat(sequence.run()).as("seed " + seed).isNull();
    } catch (RuntimeException | StackOverflowError failure) {
      throw new AssertionError("seed " + seed + ": " + sequence, failure);
    }
  }
}
