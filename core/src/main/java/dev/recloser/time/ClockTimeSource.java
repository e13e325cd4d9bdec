package dev.recloser.time;

import dev.recloser.check.Argument;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

/** A time source that adds up the forward steps of a clock. */
final class ClockTimeSource implements TimeSource {
  private static final VarHandle LAST;

  static {
    try {
      LAST = MethodHandles.lookup().findVarHandle(ClockTimeSource.class, "last", Reading.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Clock clock;
  private volatile Reading last;

  ClockTimeSource(Clock clock) {
    this.clock = Argument.notNull("clock", clock);
    this.last = new Reading(clock.instant(), 0);
  }

  @Override
  public long nanoTime() {
    while (true) {
      Reading before = last;
      // Read after the last reading was seen, so that a race between threads is not taken for a
      // step back.
      Instant now = clock.instant();
      if (now.equals(before.at)) {
        return before.nanos;
      }
      Reading after = before.movedTo(now);
      if (LAST.compareAndSet(this, before, after)) {
        return after.nanos;
      }
    }
  }

  @Override
  public Instant wallTime() {
    return clock.instant();
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    TimeSource.system().sleep(duration);
  }

  @Override
  public <T> T await(CompletableFuture<T> future, Duration atMost, T otherwise)
      throws InterruptedException {
    return TimeSource.system().await(future, atMost, otherwise);
  }

  @Override
  public Timer schedule(Duration delay, Runnable task) {
    return TimeSource.system().schedule(delay, task);
  }

  @Override
  public String toString() {
    return "TimeSource.from(" + clock + ")";
  }

  private record Reading(Instant at, long nanos) {

    Reading movedTo(Instant now) {
      long step = TimeSource.saturatedNanos(Duration.between(at, now));
      return new Reading(now, nanos + Math.max(0, step));
    }
  }
}
