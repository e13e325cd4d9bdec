package dev.recloser.time;

import dev.recloser.check.Argument;
import dev.recloser.check.SafeLog;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Time that moves only when told to: clock, timers and sleep in one, for tests.
 *
 * <p>Timers run inside {@link #advance}, on its thread, in the order they fall due (those due at the same instant
 * in the order they were set), each at its own instant. {@link #sleep} advances the time itself, so that a test
 * needs one thread only, and logs what a timer's task throws; the {@linkplain #blocking() blocking} variant waits until somebody else advances.
 *
 * <p>It starts one second before its reading wraps around, so that every test crosses the wrap. Safe for use by
 * many threads.
 */
public final class ManualTimeSource implements TimeSource {
  private static final System.Logger LOGGER = System.getLogger(ManualTimeSource.class.getName());
  private static final long START = Long.MAX_VALUE - 1_000_000_000L;

  private final boolean blocking;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  // Guarded by lock. Times are nanoseconds since the start.
  private final PriorityQueue<ManualTimer> timers = new PriorityQueue<>();
  private long elapsed;
  private long nextOrder;
  private final List<Long> sleepers = new ArrayList<>();
  private Instant wallStart = Instant.parse("2026-01-01T00:00:00Z");

  /** Creates a time source whose {@link #sleep} advances it. */
  public ManualTimeSource() {
    this(false);
  }

  private ManualTimeSource(boolean blocking) {
    this.blocking = blocking;
  }

  /** Returns a time source whose {@link #sleep} waits until another thread has advanced it far enough. */
  public static ManualTimeSource blocking() {
    return new ManualTimeSource(true);
  }

  /**
   * Moves the time on, and runs what falls due on the way, including what is set while it moves.
   *
   * <p>If a timer's task throws, the time still moves all the way and the others run; then the first failure is thrown,
   * the rest suppressed into it, so that no test misses it.
   *
   * @param duration how far; zero runs what is due now
   * @throws IllegalArgumentException if the duration is negative
   */
  public void advance(Duration duration) {
    long nanos = TimeSource.saturatedNanos(Argument.notNegative("duration", duration));
    long target = sum(elapsedNanos(), nanos);
    Failures failures = new Failures();
    for (ManualTimer next = takeDue(target); next != null; next = takeDue(target)) {
      failures.add(next.run());
    }
    moveTo(target);
    failures.throwFirst();
  }

  /** Returns how far the time has moved since the start. */
  public Duration elapsed() {
    return Duration.ofNanos(elapsedNanos());
  }

  /** Returns how many timers are set and have neither run nor been cancelled. */
  public int pendingTimers() {
    lock.lock();
    try {
      return timers.size();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits, in real time, until so many threads sleep on this {@linkplain #blocking() blocking} source. A thread whose
   * time has come does not count, though it may not have woken yet.
   *
   * @param count how many threads
   * @throws InterruptedException if the waiting thread is interrupted
   */
  public void awaitSleepers(int count) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (sleepers.stream().filter(target -> target > elapsed).count() < count) {
        changed.await();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Shifts the wall clock, and nothing else.
   *
   * @param duration by how much; may be negative
   * @throws IllegalArgumentException if that leads to a date that no {@link Instant} can tell, or would within 300 years
   */
  public void shiftWallTime(Duration duration) {
    Argument.notNull("duration", duration);
    lock.lock();
    try {
      Instant shifted = wallStart.plus(duration);
      var unused = shifted.plusNanos(Long.MAX_VALUE);
      wallStart = shifted;
    } catch (ArithmeticException | DateTimeException e) {
      throw new IllegalArgumentException(
          "duration must lead to a date that an Instant can tell, but was " + duration, e);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public long nanoTime() {
    return START + elapsedNanos();
  }

  @Override
  public Instant wallTime() {
    lock.lock();
    try {
      return wallStart.plusNanos(elapsed);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void sleep(Duration duration) throws InterruptedException {
    long nanos = Math.max(0, TimeSource.saturatedNanos(Argument.notNull("duration", duration)));
    long target = sum(elapsedNanos(), nanos);
    if (blocking) {
      park(target);
      return;
    }
    throwIfInterrupted();
    while (runNext(target)) {
      throwIfInterrupted();
    }
    moveTo(target);
  }

  /**
   * {@inheritDoc}
   *
   * <p>As {@link #sleep} does, it advances the time itself, up to the instant at which the future is done; the {@linkplain
   * #blocking() blocking} variant waits until somebody else advances, or completes the future.
   */
  @Override
  public <T> T await(CompletableFuture<T> future, Duration atMost, T otherwise)
      throws InterruptedException {
    Argument.notNull("future", future);
    if (future.isDone()) {
      return future.join();
    }
    long target = sum(elapsedNanos(), TimeSource.saturatedNanos(atMost));
    Timer timer = schedule(atMost, () -> future.complete(otherwise));
    try {
      return blocking ? parkFor(future, target) : advanceUntilDone(future, target);
    } finally {
      timer.cancel();
    }
  }

  @Override
  public Timer schedule(Duration delay, Runnable task) {
    long nanos = Math.max(0, TimeSource.saturatedNanos(Argument.notNull("delay", delay)));
    Argument.notNull("task", task);
    lock.lock();
    try {
      ManualTimer timer = new ManualTimer(sum(elapsed, nanos), nextOrder++, task);
      timers.add(timer);
      return () -> cancel(timer);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public String toString() {
    return "ManualTimeSource[elapsed=" + elapsed() + "]";
  }

  private void cancel(ManualTimer timer) {
    lock.lock();
    try {
      timers.remove(timer);
    } finally {
      lock.unlock();
    }
  }

  /** Runs the next timer due by the target, on behalf of a sleeper, whom its fault must not reach. */
  private boolean runNext(long target) {
    ManualTimer next = takeDue(target);
    if (next == null) {
      return false;
    }
    Throwable failure = next.run();
    if (failure != null) {
      SafeLog.warn(LOGGER, () -> "a scheduled task failed", failure);
    }
    return true;
  }

  /** Takes the next timer due by the target, to be run outside the lock, and moves the time to it. */
  private @Nullable ManualTimer takeDue(long target) {
    lock.lock();
    try {
      ManualTimer next = timers.peek();
      if (next == null || next.due() > target) {
        return null;
      }
      timers.remove();
      moveTo(next.due());
      return next;
    } finally {
      lock.unlock();
    }
  }

  /** Moves the time to the instant, unless it is there or past it already: a timer may have moved it. */
  private void moveTo(long target) {
    lock.lock();
    try {
      elapsed = Math.max(elapsed, target);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void park(long target) throws InterruptedException {
    lock.lockInterruptibly();
    sleepers.add(target);
    changed.signalAll();
    try {
      while (elapsed < target) {
        changed.await();
      }
    } finally {
      sleepers.remove(Long.valueOf(target));
      lock.unlock();
    }
  }

  private <T> T parkFor(CompletableFuture<T> future, long target) throws InterruptedException {
    noteSleeper(() -> sleepers.add(target));
    try {
      return SystemTimeSource.join(future);
    } finally {
      noteSleeper(() -> sleepers.remove(Long.valueOf(target)));
    }
  }

  private void noteSleeper(Runnable change) {
    lock.lock();
    try {
      change.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private <T> T advanceUntilDone(CompletableFuture<T> future, long target)
      throws InterruptedException {
    boolean moved = true;
    while (moved && !future.isDone()) {
      throwIfInterrupted();
      moved = runNext(target);
    }
    // Not done though nothing is due: another thread that runs the timers is about to complete it.
    return SystemTimeSource.join(future);
  }

  private long elapsedNanos() {
    lock.lock();
    try {
      return elapsed;
    } finally {
      lock.unlock();
    }
  }

  private static void throwIfInterrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted while asleep");
    }
  }

  private static long sum(long elapsed, long nanos) {
    return nanos > Long.MAX_VALUE - elapsed ? Long.MAX_VALUE : elapsed + nanos;
  }
}
