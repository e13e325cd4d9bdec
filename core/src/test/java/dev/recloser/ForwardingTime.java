package dev.recloser;

import dev.recloser.time.TimeSource;
import dev.recloser.time.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/** A time source that does what another one does, to change a part of it. */
public class ForwardingTime implements TimeSource {
  private final TimeSource source;

  public ForwardingTime(TimeSource source) {
    this.source = source;
  }

  @Override
  public long nanoTime() {
    return source.nanoTime();
  }

  @Override
  public Instant wallTime() {
    return source.wallTime();
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    source.sleep(duration);
  }

  @Override
  public <T> T await(CompletableFuture<T> future, Duration atMost, T otherwise)
      throws InterruptedException {
    return source.await(future, atMost, otherwise);
  }

  @Override
  public Timer schedule(Duration delay, Runnable task) {
    return source.schedule(delay, task);
  }
}
