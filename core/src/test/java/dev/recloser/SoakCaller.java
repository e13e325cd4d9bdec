package dev.recloser;

import java.io.IOException;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One thread of a soak: calls, blocking and not, that succeed, fail, hang, are interrupted, or are cancelled. */
final class SoakCaller implements Runnable {
  private final Pipeline pipeline;
  private final SoakCounts counts;
  private final long endsAt;
  private final SplittableRandom random;

  SoakCaller(Pipeline pipeline, SoakCounts counts, long endsAt, long seed) {
    this.pipeline = pipeline;
    this.counts = counts;
    this.endsAt = endsAt;
    this.random = new SplittableRandom(seed);
  }

  @Override
  public void run() {
    while (endsAt - System.nanoTime() > 0) {
      counts.started();
      if (random.nextInt(3) > 0) {
        callSync();
      } else {
        callAsync();
      }
    }
  }

  private void callSync() {
    boolean interrupted = random.nextInt(100) == 0;
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    String outcome = "ok";
    try {
      String unused = pipeline.call(this::work);
    } catch (Exception failure) {
      outcome = outcomeOf(failure);
    }
    boolean flagged = Thread.interrupted();
    if (flagged && !interrupted) {
      counts.strange("an interrupt that nobody sent");
    }
    if (Call.current().deadline().isPresent()) {
      counts.strange("a call is still current");
    }
    counts.ended(outcome);
    pauseAfter(outcome);
  }

  /** Who was refused comes back a little later, so that most calls are not about refusals. */
  private void pauseAfter(String outcome) {
    if (outcome.equals("RateLimitedException") || outcome.equals("CircuitOpenException")) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1 + random.nextInt(200)));
    }
  }

  /** Fails 5 of 100 times; takes too long 1 of 500 times. It sleeps for real: what is soaked is the system's time too. */
  private String work() throws Exception {
    int chance = random.nextInt(1_000);
    if (chance < 50) {
      throw new IOException("down");
    }
    if (chance < 52) {
      Thread.sleep(200);
    } else if (chance < 200) {
      Thread.sleep(1);
    }
    return "body";
  }

  private void callAsync() {
    CompletableFuture<String> future = pipeline.callAsync(stageOf(random.nextInt(1_000)));
    var unused = future.whenComplete(
        (value, failure) -> counts.ended(failure == null ? "ok" : outcomeOf(failure)));
    if (random.nextInt(20) == 0) {
      future.cancel(true);
    }
    try {
      String unusedToo = future.get(10, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      // Counted already.
      pauseAfter(outcomeOf(e.getCause()));
    } catch (CancellationException e) {
      // Counted already.
      return;
    } catch (TimeoutException | InterruptedException e) {
      counts.strange(e);
    }
  }

  private static CheckedSupplier<CompletionStage<String>, IOException> stageOf(int chance) {
    if (chance < 50) {
      return () -> {
        throw new IOException("down");
      };
    }
    if (chance < 52) {
      return CompletableFuture::new;
    }
    return chance < 200
        ? () -> new CompletableFuture<String>()
            .completeOnTimeout("body", Duration.ofMillis(1).toMillis(), TimeUnit.MILLISECONDS)
        : () -> CompletableFuture.completedFuture("body");
  }

  private String outcomeOf(@Nullable Throwable failure) {
    boolean expected = failure instanceof IOException
        || failure instanceof ResilienceException
        || failure instanceof CancellationException
        || failure instanceof InterruptedException;
    if (failure == null || !expected) {
      counts.strange(String.valueOf(failure));
    }
    return failure == null ? "null" : failure.getClass().getSimpleName();
  }
}
