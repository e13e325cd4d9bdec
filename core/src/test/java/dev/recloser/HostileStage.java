package dev.recloser;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A future of a user's that throws where it must not: when it is followed, or when it is cancelled. */
final class HostileStage extends CompletableFuture<@Nullable String> {
  private final @Nullable RuntimeException whenFollowed;
  private final @Nullable RuntimeException whenCancelled;

  HostileStage(@Nullable RuntimeException whenFollowed, @Nullable RuntimeException whenCancelled) {
    this.whenFollowed = whenFollowed;
    this.whenCancelled = whenCancelled;
  }

  @Override
  public CompletableFuture<@Nullable String> whenComplete(
      BiConsumer<? super @Nullable String, ? super @Nullable Throwable> action) {
    if (whenFollowed != null) {
      throw whenFollowed;
    }
    return super.whenComplete(action);
  }

  @Override
  public boolean cancel(boolean mayInterrupt) {
    if (whenCancelled != null) {
      throw whenCancelled;
    }
    return super.cancel(mayInterrupt);
  }
}
