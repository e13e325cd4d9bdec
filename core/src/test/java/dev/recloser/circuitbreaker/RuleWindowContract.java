package dev.recloser.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** What every window promises: it agrees, step by step, with a twin too simple to be wrong. */
interface RuleWindowContract {
  int STEPS = 100_000 / 20;

  /** A window and its twin, made alike from random settings. */
  record Pair(RuleWindow window, NaiveWindow twin, long longestStepNanos) {}

  Pair create(Random random, long start);

  @RepeatedTest(20)
  default void agreesWithANaiveTwin(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    long now = Long.MAX_VALUE - random.nextInt(1_000_000);
    Pair pair = create(random, now);
    double failing = random.nextDouble();

    for (int step = 0; step < STEPS; step++) {
      now += step(random, pair.longestStepNanos);
      boolean failed = random.nextDouble() < failing;
      long duration = random.nextInt(20);
      boolean mustJudge = pair.window.record(failed, duration, now);
      boolean wasExceeded = pair.twin.exceeded();
      pair.twin.record(failed, duration, now);

      assertThat(pair.window.snapshot(now)).as("step %d", step).isEqualTo(pair.twin.snapshot(now));
      assertThat(pair.window.exceeded(now)).isEqualTo(pair.twin.exceeded());
      if (!wasExceeded && pair.twin.exceeded()) {
        assertThat(mustJudge)
            .as("a call that tips the rule asks for a verdict, step %d", step)
            .isTrue();
      }
      if (random.nextInt(500) == 0) {
        failing = random.nextInt(3) == 0 ? 0 : random.nextDouble();
      }
    }
  }

  private static long step(Random random, long longest) {
    return switch (random.nextInt(200)) {
      case 0 -> longest * (1 + random.nextInt(50));
      case 1 -> longest * 1_000_000;
      case 2, 3, 4, 5 -> longest;
      default -> random.nextLong(longest / 20 + 1);
    };
  }

  @Test
  default void anEmptyOneHasNoRate() {
    Pair pair = create(new Random(1), 0);
    assertThat(pair.window.exceeded(0)).isFalse();
    assertThat(pair.window.snapshot(0).rate()).isEmpty();
    assertThat(pair.window.snapshot(0).calls()).isZero();
  }

  // C34
  @Test
  default void aRecordIsSeenAtTheInstantItWasMade() {
    for (long now : new long[] {0, 1, 99, 100, 101, 1_000_000, 5_000_000_000L}) {
      Pair pair = create(new Random(2), 0);
      pair.window.record(true, 1_000, now);
      assertThat(pair.window.snapshot(now).bad()).as("at %d", now).isEqualTo(1);
    }
  }
}
