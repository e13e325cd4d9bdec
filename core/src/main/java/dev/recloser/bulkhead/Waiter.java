package dev.recloser.bulkhead;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One who waits in line for a permit: a blocked thread, or an async call. */
final class Waiter {

  /** Whoever completes it decides: the hand-over of a permit with true, giving up with false. */
  private final CompletableFuture<Boolean> admission = new CompletableFuture<>();

  private final long since;
  private final @Nullable AsyncCall<?> call;
  private final AtomicBoolean taken = new AtomicBoolean();

  /**
   * @param since when it came
   * @param call what is to be started when it has a permit; null if a thread waits for the admission
   */
  Waiter(long since, @Nullable AsyncCall<?> call) {
    this.since = since;
    this.call = call;
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

  /** Takes up the permit that it was handed, to use it or to give it back; true once, and only if there is one. */
  boolean takeUp() {
    return admission.getNow(false) && taken.compareAndSet(false, true);
  }

  /** Gives up; returns whether there is a permit to be given back. */
  boolean withdraw() {
    return !leave() && takeUp();
  }

  long since() {
    return since;
  }

  @Nullable
  AsyncCall<?> call() {
    return call;
  }
}
