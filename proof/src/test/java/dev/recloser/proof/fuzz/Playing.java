package dev.recloser.proof.fuzz;

import dev.recloser.Backoff;
import dev.recloser.Next;
import dev.recloser.Pipeline;
import dev.recloser.Policy;
import dev.recloser.RetryBudget;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Makes a few calls through what was accepted, which must then work. */
final class Playing {
  private static final int CALLS = 12;

  private final Random random;
  private final ManualTimeSource time;
  private final Supplier<String> calls;

  /** How many more attempts fail before one succeeds. */
  private int failures;

  Playing(Random random, ManualTimeSource time, Supplier<String> calls) {
    this.random = random;
    this.time = time;
    this.calls = calls;
  }

  void play(Object made) {
    // A wait on the system's time would be a real one.
    boolean mayWait =
        (made instanceof Policy || made instanceof Pipeline) && Clocks.are(time, made);
    for (int i = 0; i < CALLS; i++) {
      try {
        playOnce(made, mayWait);
        time.advance(Duration.ofMillis(random.nextInt(3) * 700L));
      } catch (Throwable thrown) {
        Verdict.onCall(made, thrown, calls);
      }
    }
  }

  private void playOnce(Object made, boolean mayWait) throws Exception {
    failures = mayWait ? random.nextInt(4) : 0;
    if (made instanceof Policy policy && (mayWait || policy instanceof CircuitBreaker)) {
      if (random.nextBoolean()) {
        var unused = policy.call(Next.task(), this::task);
      } else {
        var unused = policy.callAsync(Next.task(), this::stage);
      }
    } else if (made instanceof Pipeline pipeline && mayWait) {
      var unused = pipeline.call(this::task);
    } else if (made instanceof Backoff backoff) {
      var unused = backoff.delay(1 + random.nextInt(100), Duration.ofSeconds(1), random);
    } else if (made instanceof RetryBudget budget) {
      budget.deposit();
      var unused = budget.tryWithdraw();
    }
  }

  private String task() throws IOException {
    if (failures-- > 0) {
      throw new IOException("the dependency is down");
    }
    return "fine";
  }

  private CompletableFuture<String> stage() {
    return failures-- > 0
        ? CompletableFuture.failedFuture(new IOException("the dependency is down"))
        : CompletableFuture.completedFuture("fine");
  }
}
