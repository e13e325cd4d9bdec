package dev.recloser.proof.fuzz;

import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The task of one call, which remembers how its runs ended; how the call ends must come from there. */
final class Guarded {
  private final Random random;
  private final ManualTimeSource time;
  private final Strange strange;

  /** How many more runs fail before one succeeds. */
  private int failuresAhead;

  private final List<@Nullable Object> results = new ArrayList<>();
  private final List<Throwable> failures = new ArrayList<>();
  private boolean noStage;

  Guarded(Random random, ManualTimeSource time, int failuresAhead, Strange strange) {
    this.random = random;
    this.time = time;
    this.failuresAhead = failuresAhead;
    this.strange = strange;
  }

  @Nullable
  String task() throws IOException {
    if (failuresAhead-- > 0) {
      throw failed();
    }
    return returned();
  }

  /** Some stages are done at once and some later, some fail wrapped, and some are none. */
  @Nullable
  CompletionStage<@Nullable String> stage() throws IOException {
    boolean fails = failuresAhead-- > 0;
    CompletableFuture<@Nullable String> stage = new CompletableFuture<>();
    switch (random.nextInt(fails ? 5 : 2)) {
      case 0 -> end(stage, fails);
      case 1 -> {
        var unused =
            time.schedule(Duration.ofMillis(random.nextInt(3_000)), () -> end(stage, fails));
      }
      case 2 -> stage.completeExceptionally(new CompletionException(failed()));
      case 3 -> throw failed();
      default -> {
        noStage = true;
        return null;
      }
    }
    return stage;
  }

  private void end(CompletableFuture<@Nullable String> stage, boolean fails) {
    if (fails) {
      stage.completeExceptionally(failed());
    } else {
      stage.complete(returned());
    }
  }

  private IOException failed() {
    IOException failure = new IOException("the dependency is down");
    failures.add(failure);
    return failure;
  }

  private @Nullable String returned() {
    String result = random.nextInt(8) == 0 ? null : "result " + results.size();
    results.add(result);
    return result;
  }

  /** Returns whether the call has got through to it. */
  boolean hasRun() {
    return !results.isEmpty() || !failures.isEmpty();
  }

  /** Returns whether a call may end with this result. */
  boolean mayReturn(@Nullable Object result) {
    return isOneOf(results, result) || strange.mayReturn(result);
  }

  /** Returns whether a call may end with this failure: the task's own, one that is documented, or a fault that is drawn. */
  boolean mayThrow(Throwable failure) {
    return isOneOf(failures, failure)
        || strange.mayRefuseWith(failure)
        || (noStage
            && failure instanceof NullPointerException
            && "the task returned no stage".equals(failure.getMessage()))
        || strange.mayThrow(failure);
  }

  private static boolean isOneOf(List<?> many, @Nullable Object one) {
    return many.stream().anyMatch(each -> each == one);
  }

  @Override
  public String toString() {
    return "a task that returned " + results + " and threw " + failures;
  }
}
