package dev.recloser.bulkhead;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One who waits in line for a permit: a blocked thread, or an async call. */
final class Waiter {

  /** Whoever completes it decides: the hand-over of a permit with true, giving up with false. */
  private final CompletableFuture<Boolean> admission = new CompletableFuture<>();

  private final long since;
  private final @Nullable Runnable start;

  /**
   * @param since when it came
   * @param start what to run when it has a permit; null if a thread waits for the admission
   */
  Waiter(long since, @Nullable Runnable start) {
    this.since = since;
    this.start = start;
  }

  CompletableFuture<Boolean> admission() {
    return admission;
  }

  /** Hands it a permit; returns whether it still waits. */
  boolean admit() {
    return admission.complete(true);
  }

  /** Gives up; returns false if it has a permit already, or has given up before. */
  boolean leave() {
    return admission.complete(false);
  }

  long since() {
    return since;
  }

  @Nullable
  Runnable start() {
    return start;
  }
}
