package dev.recloser.check;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Tells of futures whose methods do what those of the JDK do, since they are of no kind of the user's. */
public final class PlainFuture {
  private PlainFuture() {}

  /**
   * Returns whether the stage is such a future and has a value already.
   *
   * @param stage the stage
   */
  public static boolean hasSucceeded(CompletionStage<?> stage) {
    return stage.getClass() == CompletableFuture.class
        && stage.toCompletableFuture().isDone()
        && !stage.toCompletableFuture().isCompletedExceptionally();
  }
}
