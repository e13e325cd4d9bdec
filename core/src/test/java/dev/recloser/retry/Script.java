package dev.recloser.retry;

import dev.recloser.CheckedSupplier;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A task that plays a part: what is a throwable is thrown, all else is returned; the last again and again. */
final class Script implements CheckedSupplier<Object, Exception> {
  private final List<?> part;
  private final TimeSource time;
  private final long start;

  /** When each run began, since the script was written. */
  final List<Duration> startedAt = new ArrayList<>();

  Script(TimeSource time, Object... part) {
    this.part = List.of(part);
    this.time = time;
    this.start = time.nanoTime();
  }

  @Override
  public Object get() throws Exception {
    Object line = part.get(Math.min(startedAt.size(), part.size() - 1));
    startedAt.add(Duration.ofNanos(time.nanoTime() - start));
    if (line instanceof Exception failure) {
      throw failure;
    }
    if (line instanceof Error failure) {
      throw failure;
    }
    return line;
  }

  /** Plays the same part in stages, complete when they are returned. */
  CompletionStage<Object> stage() {
    try {
      return CompletableFuture.completedFuture(get());
    } catch (Throwable failure) {
      return CompletableFuture.failedFuture(failure);
    }
  }

  int runs() {
    return startedAt.size();
  }
}
