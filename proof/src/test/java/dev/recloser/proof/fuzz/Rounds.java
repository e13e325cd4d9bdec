package dev.recloser.proof.fuzz;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * Repeats a round with random numbers until its time is up and enough was done, and watches that none hangs.
 *
 * <p>The usual run always plays the same rounds, as many as fit. {@code -Dfuzz.seconds=n} plays others for that long,
 * {@code -Dfuzz.seed=n} the one round with that seed again.
 */
final class Rounds {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final Long SINGLE = Long.getLong("fuzz.seed");
  private static final Long SECONDS = Long.getLong("fuzz.seconds");
  private static final Duration LENGTH = Duration.ofSeconds(SECONDS != null ? SECONDS : 6);

  /** A busy machine gets no less done; but what was not done in so many rounds never will be. */
  private static final int MOST_FOR_ENOUGH = 5_000;

  private Rounds() {}

  /** One round; it throws if it finds anything. */
  interface Round {
    void play(Random random, long seed) throws Exception;
  }

  /** Returns whether one round alone is played again. */
  static boolean isSingle() {
    return SINGLE != null;
  }

  /**
   * Plays rounds.
   *
   * @param enough whether all was done that should be
   * @return how many rounds were played
   */
  static int play(Round round, BooleanSupplier enough) throws InterruptedException {
    long seed = SINGLE != null ? SINGLE : SECONDS != null ? System.nanoTime() : 1;
    long end = System.nanoTime() + LENGTH.toNanos();
    int rounds = 0;
    ExecutorService thread = Executors.newSingleThreadExecutor(Rounds::daemon);
    try {
      do {
        playOne(round, seed++, thread);
        rounds++;
      } while (!isSingle()
          && (System.nanoTime() - end < 0 || (rounds < MOST_FOR_ENOUGH && !enough.getAsBoolean())));
    } finally {
      thread.shutdownNow();
    }
    return rounds;
  }

  private static void playOne(Round round, long seed, ExecutorService thread)
      throws InterruptedException {
    String again = "; play it again with -Dfuzz.seed=" + seed;
    Future<?> played = thread.submit(() -> {
      round.play(new Random(seed), seed);
      return null;
    });
    try {
      played.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError("a round hangs" + again, e);
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause().getMessage() + again, e.getCause());
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "fuzz");
    thread.setDaemon(true);
    return thread;
  }
}
