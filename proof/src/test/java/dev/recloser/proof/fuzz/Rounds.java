package dev.recloser.proof.fuzz;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Repeats a round with random numbers until its time is up, and watches that none hangs.
 *
 * <p>The usual run always plays the same rounds, as many as fit. {@code -Dfuzz.seconds=n} plays others for that long,
 * {@code -Dfuzz.seed=n} the one round with that seed again.
 */
final class Rounds {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final Long SECONDS = Long.getLong("fuzz.seconds");
  private static final Duration LENGTH = Duration.ofSeconds(SECONDS != null ? SECONDS : 6);

  private Rounds() {}

  /** One round; it throws if it finds anything. */
  interface Round {
    void play(Random random) throws Exception;
  }

  /** Returns how many rounds were played. */
  static int play(Round round) throws InterruptedException {
    Long single = Long.getLong("fuzz.seed");
    long seed = single != null ? single : SECONDS != null ? System.nanoTime() : 1;
    long end = System.nanoTime() + (single != null ? 0 : LENGTH.toNanos());
    int rounds = 0;
    ExecutorService thread = Executors.newSingleThreadExecutor(Rounds::daemon);
    try {
      do {
        playOne(round, seed++, thread);
        rounds++;
      } while (System.nanoTime() - end < 0);
    } finally {
      thread.shutdownNow();
    }
    return rounds;
  }

  private static void playOne(Round round, long seed, ExecutorService thread)
      throws InterruptedException {
    String again = "; play it again with -Dfuzz.seed=" + seed;
    Future<?> played = thread.submit(() -> {
      round.play(new Random(seed));
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
