package dev.recloser;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One rule around a call: it may refuse it, repeat it, bound it, or replace how it ends.
 *
 * <p>A policy of your own implements both ways of calling, and is put into a pipeline like any other. It calls
 * what lies within as often as it likes, and lets what comes out of there pass unchanged unless changing it is what it
 * is for. One instance serves any number of calls at once, so what belongs to one call must not be kept in it.
 */
public interface Policy {

  /** Returns what events, messages and meters call it. */
  String name();

  /**
   * Runs the task under this policy.
   *
   * @param next the policies further in, and the task at the end of them
   * @param task the task
   * @param <T> the type of its value
   * @param <E> what it may throw
   * @return the value
   * @throws E what the task throws
   */
  <T extends @Nullable Object, E extends Exception> T call(Next next, CheckedSupplier<T, E> task)
      throws E;

  /**
   * Starts the task under this policy. It must not block, and what goes wrong is a failed future, never a throw.
   *
   * @param next the policies further in, and the task at the end of them
   * @param task the task
   * @param <T> the type of its value
   * @return the future of the value; cancelling it cancels what runs
   */
  <T extends @Nullable Object> CompletableFuture<T> callAsync(
      Next next, CheckedSupplier<? extends CompletionStage<T>, ?> task);
}
