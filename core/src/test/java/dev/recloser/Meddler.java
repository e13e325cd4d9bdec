package dev.recloser;

import java.io.IOException;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A policy of a user's that fails at random, also in ways that it must not. */
record Meddler(String name, Random random, Faults faults) implements Policy {

  @Override
  public <T extends @Nullable Object, E extends Exception> T call(
      Next next, CheckedSupplier<T, E> task) throws E {
    failAtTimes();
    T result = next.call(task);
    failAtTimes();
    return result;
  }

  @Override
  @SuppressWarnings("NullAway") // It must not return null, but may do so all the same.
  public <T extends @Nullable Object> CompletableFuture<T> callAsync(
      Next next, CheckedSupplier<? extends CompletionStage<T>, ?> task) {
    failAtTimes();
    if (!faults.stopped()) {
      switch (random.nextInt(12)) {
        case 0 -> {
          return null;
        }
        case 1 -> {
          return CompletableFuture.failedFuture(faults.own(new IOException("meddler")));
        }
        default -> {}
      }
    }
    return next.callAsync(task);
  }

  private void failAtTimes() {
    if (!faults.stopped() && random.nextInt(12) == 0) {
      if (random.nextBoolean()) {
        throw faults.own(new IllegalStateException("meddler"));
      }
      throw faults.own(new AssertionError("meddler"));
    }
  }

  @Override
  public String toString() {
    return "Meddler";
  }
}
