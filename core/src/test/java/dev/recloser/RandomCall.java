package dev.recloser;

import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** One call with a task that ends, or does not end, as chance has it; checks each start of the task. */
final class RandomCall {

  /** What the tasks of a sequence do beside failing. */
  interface World {

    /** Does some other thing of the sequence within the task. */
    void meanwhile();

    /** Is told that the thread has been interrupted, or will be, and not by the library. */
    void interrupted();

    /** Is told what must not have happened. */
    void problem(String what);
  }

  private final Random random;
  private final Faults faults;
  private final ManualTimeSource time;
  private final World world;
  private final @Nullable Deadline outside;
  private final List<CompletableFuture<@Nullable String>> stages = new ArrayList<>();

  @Nullable
  CompletableFuture<@Nullable String> future;

  private final boolean late;
  private boolean returnedNoStage;

  RandomCall(
      Random random,
      Faults faults,
      ManualTimeSource time,
      World world,
      @Nullable Deadline outside) {
    this.random = random;
    this.faults = faults;
    this.time = time;
    this.world = world;
    this.outside = outside;
    this.late = outside != null && outside.hasPassed();
  }

  /** Ends the stages that the task has returned, whether anybody waits for them or not. */
  void endStages() {
    for (CompletableFuture<@Nullable String> stage : List.copyOf(stages)) {
      stage.complete("in the end");
    }
  }

  /** Ends one of them. */
  void endStage() {
    if (!stages.isEmpty()) {
      CompletableFuture<@Nullable String> stage = stages.get(random.nextInt(stages.size()));
      switch (random.nextInt(4)) {
        case 0 -> stage.completeExceptionally(faults.own(new IOException("late")));
        case 1 ->
          stage.completeExceptionally(
              new CompletionException(faults.own(new IOException("wrapped"))));
        default -> stage.complete("late");
      }
    }
  }

  boolean isDone() {
    return future == null || future.isDone();
  }

  boolean hasOpenStages() {
    return stages.stream().anyMatch(stage -> !stage.isDone());
  }

  /** The task of a blocking call. */
  @Nullable
  String run() throws Exception {
    started();
    if (faults.stopped()) {
      return "healthy";
    }
    switch (random.nextInt(16)) {
      case 0 -> throw faults.own(new IOException("down"));
      case 1 -> throw faults.own(new IllegalStateException("broken"));
      case 2 -> throw faults.own(new AssertionError("an error"));
      case 3 -> {
        world.interrupted();
        throw faults.own(new InterruptedException("its own"));
      }
      case 4 -> throw faults.own(new CancellationException("its own"));
      case 5 -> throw faults.own(new CompletionException(new IOException("wrapped")));
      case 6, 7 -> sleep(1 + random.nextInt(100));
      case 8 -> sleep(1_000_000);
      case 9 -> time.advance(Duration.ofMillis(random.nextInt(400)));
      case 10 -> {
        time.advance(Duration.ofMillis(random.nextInt(400)));
        throw faults.own(new IOException("slow, and down"));
      }
      case 11 -> world.meanwhile();
      case 12 -> {
        return null;
      }
      default -> {}
    }
    return "body";
  }

  private void sleep(long millis) throws InterruptedException {
    try {
      time.sleep(Duration.ofMillis(millis));
    } catch (InterruptedException e) {
      throw faults.own(e);
    }
  }

  /** The task of an async call. */
  @SuppressWarnings("NullAway") // It must not return null, but may do so all the same.
  CompletionStage<@Nullable String> start() throws Exception {
    started();
    if (faults.stopped()) {
      return CompletableFuture.completedFuture("healthy");
    }
    switch (random.nextInt(20)) {
      case 0 -> throw faults.own(new IOException("down"));
      case 1 -> throw faults.own(new AssertionError("an error"));
      case 2 -> {
        world.interrupted();
        throw faults.own(new InterruptedException("its own"));
      }
      case 3 -> {
        returnedNoStage = true;
        return null;
      }
      case 4 -> {
        return CompletableFuture.failedFuture(faults.own(new IOException("down")));
      }
      case 5 -> {
        return CompletableFuture.failedFuture(
            new CompletionException(faults.own(new IOException("wrapped"))));
      }
      case 6 -> {
        return pending(new HostileStage(faults.own(new IllegalStateException("followed")), null));
      }
      case 7 -> {
        return pending(new HostileStage(null, new IllegalStateException("cancelled")));
      }
      case 8 -> {
        return pending(new CompletableFuture<>()).minimalCompletionStage();
      }
      case 9 -> {
        time.advance(Duration.ofMillis(random.nextInt(400)));
        return pending(new CompletableFuture<>());
      }
      case 10 -> world.meanwhile();
      case 11 -> {
        return CompletableFuture.completedFuture(null);
      }
      case 12, 13, 14, 15 -> {
        return pending(new CompletableFuture<>());
      }
      default -> {}
    }
    return CompletableFuture.completedFuture("body");
  }

  private CompletableFuture<@Nullable String> pending(CompletableFuture<@Nullable String> stage) {
    stages.add(stage);
    return stage;
  }

  private void started() {
    Deadline inside = Call.current().deadline().orElse(null);
    if (!late && inside != null && inside.hasPassed()) {
      world.problem("the task was started after its deadline");
    }
    if (!late && outside != null && outside.hasPassed()) {
      world.problem("the task was started after the deadline of its caller");
    }
    if (outside != null && inside == null) {
      world.problem("the task does not know of the deadline of its caller");
    }
  }

  /** Checks how the future that was handed out has ended. */
  void checkEnd() {
    CompletableFuture<@Nullable String> handedOut = future;
    if (handedOut == null) {
      return;
    }
    if (!handedOut.isDone()) {
      world.problem("a future was never completed");
      return;
    }
    Throwable failure =
        handedOut.<@Nullable Throwable>handle((value, thrown) -> thrown).join();
    boolean expected = failure == null
        || faults.mayBeSeen(failure)
        || failure instanceof CancellationException
        || (failure instanceof NullPointerException && mayLackStage(failure));
    if (!expected) {
      world.problem("the future ended with " + failure);
    }
  }

  private boolean mayLackStage(Throwable failure) {
    String message = failure.getMessage();
    return message != null
        && (message.contains("meddler")
            || (returnedNoStage && message.equals("the task returned no stage")));
  }
}
