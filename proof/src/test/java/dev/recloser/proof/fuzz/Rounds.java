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
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Repeats a round with random numbers until its time is up and enough was done, and watches that none hangs.
 *
 * <p>The usual run always plays the same rounds, as many as fit. {@code -Dfuzz.seconds=n} plays others for that long,
 * {@code -Dfuzz.seed=n} the one round with that seed again.
 */
final class Rounds {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final int USUAL_SECONDS = 6;

  /** A busy machine gets no less done; but what was not done in so many rounds never will be. */
  private static final int MOST_FOR_ENOUGH = 5_000;

  private Rounds() {}

  /** One round; it throws if it finds anything. */
  interface Round {
    void play(Random random, long seed) throws Exception;
  }

  /** Returns whether one round alone is played again. */
  static boolean isSingle() {
    return single().isPresent();
  }

  private static OptionalLong single() {
    return Setting.given("fuzz.seed", Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /**
   * Plays rounds.
   *
   * @param enough whether all was done that should be
   * @return how many rounds were played
   */
  static int play(Round round, BooleanSupplier enough) throws InterruptedException {
    OptionalLong seconds = Setting.given("fuzz.seconds", 1, Integer.MAX_VALUE);
    long seed = single().orElse(seconds.isPresent() ? System.nanoTime() : 1);
    long end =
        System.nanoTime() + Duration.ofSeconds(seconds.orElse(USUAL_SECONDS)).toNanos();
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
    // First, and the rest printable: what reports a failure may cut off text that no character set
    // holds.
    String again = "with -Dfuzz.seed=" + seed + " ";
    Future<?> played = thread.submit(() -> {
      round.play(new Random(seed), seed);
      return null;
    });
    try {
      played.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new AssertionError(again + "a round hangs", e);
    } catch (ExecutionException e) {
      throw new AssertionError(again + printable(e.getCause()), e.getCause());
    }
  }

  private static String printable(Throwable failure) {
    return String.valueOf(failure.getMessage())
        .codePoints()
        .mapToObj(c -> Character.getType(c) == Character.SURROGATE
            ? String.format("\\u%04x", c)
            : Character.toString(c))
        .collect(Collectors.joining());
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "fuzz");
    thread.setDaemon(true);
    return thread;
  }
}
