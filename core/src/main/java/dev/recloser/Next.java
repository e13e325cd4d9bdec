package dev.recloser;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** What lies within a policy: the policies further in, linked once when a pipeline is built, and the task at the end. */
public sealed interface Next permits Next.Link, Next.End {

  /**
   * Runs the task under what lies within.
   *
   * @param task the task
   * @param <T> the type of its value
   * @param <E> what it may throw
   * @return the value
   * @throws E what the task throws
   */
  <T extends @Nullable Object, E extends Exception> T call(CheckedSupplier<T, E> task) throws E;

  /**
   * Starts the task under what lies within. Never throws.
   *
   * @param task the task
   * @param <T> the type of its value
   * @return the future of the value
   */
  <T extends @Nullable Object> CompletableFuture<T> callAsync(
      CheckedSupplier<? extends CompletionStage<T>, ?> task);

  /**
   * Returns what to call when there is nothing but the task.
   */
  static Next task() {
    return End.TASK;
  }

  /**
   * A policy and what lies within it.
   *
   * @param policy the policy
   * @param next what lies within
   */
  record Link(Policy policy, Next next) implements Next {

    @Override
    public <T extends @Nullable Object, E extends Exception> T call(CheckedSupplier<T, E> task)
        throws E {
      return policy.call(next, task);
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
        CheckedSupplier<? extends CompletionStage<T>, ?> task) {
      // A policy of a user's may break its word; those further out must not lose a call over it.
      try {
        CompletableFuture<T> future = policy.callAsync(next, task);
        return future == null ? CompletableFuture.failedFuture(noFuture()) : future;
      } catch (Throwable fault) {
        return CompletableFuture.failedFuture(fault);
      }
    }

    private NullPointerException noFuture() {
      return new NullPointerException("policy '" + policy.name() + "' returned no future");
    }
  }

  /** The task itself. */
  enum End implements Next {
    /** The only one. */
    TASK;

    @Override
    public <T extends @Nullable Object, E extends Exception> T call(CheckedSupplier<T, E> task)
        throws E {
      return task.get();
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> callAsync(
        CheckedSupplier<? extends CompletionStage<T>, ?> task) {
      return TaskStage.start(task);
    }
  }
}
