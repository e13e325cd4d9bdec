package dev.recloser.proof.fuzz;

import dev.recloser.proof.Setting;
import java.time.Duration;
import java.util.OptionalLong;
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
  private static final int USUAL_SECONDS = 6;

  private Rounds() {}

  /** One round; it throws if it finds anything. */
  interface Round {
    void play(Random random) throws Exception;
  }

  /** Returns how many rounds were played. */
  static int play(Round round) throws InterruptedException {
    OptionalLong seconds = Setting.given("fuzz.seconds", 1, Integer.MAX_VALUE);
    OptionalLong single = Setting.given("fuzz.seed", Long.MIN_VALUE, Long.MAX_VALUE);
    long seed = single.orElse(seconds.isPresent() ? System.nanoTime() : 1);
    Duration length = Duration.ofSeconds(seconds.orElse(USUAL_SECONDS));
    long end = System.nanoTime() + (single.isPresent() ? 0 : length.toNanos());
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
