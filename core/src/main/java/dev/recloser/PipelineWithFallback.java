package dev.recloser;

import dev.recloser.check.Argument;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A pipeline whose calls have a fallback, and so a type. The fallback is outermost: it sees how the pipeline as a whole
 * ended. Immutable, and safe for use by many threads; made by {@link Pipeline#withFallback}.
 *
 * @param <T> the type of the value
 */
public final class PipelineWithFallback<T extends @Nullable Object> {
  private final Pipeline pipeline;
  private final Function<? super FallbackReason, ? extends T> fallback;

  PipelineWithFallback(Pipeline pipeline, Function<? super FallbackReason, ? extends T> fallback) {
    this.pipeline = pipeline;
    this.fallback = fallback;
  }

  /**
   * Returns the same with a second fallback, which is asked if the first one throws.
   *
   * @param second the second fallback; its reason is what the first one threw, with what that was asked for suppressed
   *     into it
   */
  public PipelineWithFallback<T> orElse(Function<? super FallbackReason, ? extends T> second) {
    Argument.notNull("second", second);
    return new PipelineWithFallback<>(pipeline, reason -> {
      try {
        return fallback.apply(reason);
      } catch (Exception failure) {
        if (failure != reason.cause()) {
          failure.addSuppressed(reason.cause());
        }
        return second.apply(FallbackReason.of(failure));
      }
    });
  }

  /**
   * Runs the task through the pipeline; if that gives no result, returns what the fallback makes of the reason.
   *
   * @param task the task
   * @param <E> what it may throw
   * @return the value of the task, or of the fallback
   * @throws E what the task throws, if that is not one for the fallback; see {@link Pipeline#callOrElse}
   */
  public <E extends Exception> T call(CheckedSupplier<? extends T, E> task) throws E {
    return pipeline.<T, E>callOrElse(task, fallback::apply);
  }

  /**
   * Starts the task through the pipeline; if that gives no result, the future completes with what the fallback makes of
   * the reason.
   *
   * @param task the task
   * @return the future of the value
   */
  public CompletableFuture<T> callAsync(CheckedSupplier<? extends CompletionStage<T>, ?> task) {
    return pipeline.callAsyncOrElse(task, fallback);
  }

  @Override
  public String toString() {
    return "fallback > " + pipeline;
  }
}
