package dev.recloser.ratelimiter;

import dev.recloser.Call;
import dev.recloser.CallInterruptedException;
import dev.recloser.time.TimeSource;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Lets calls pass, makes them wait, or refuses them. The same for blocking and async calls. */
final class Gate {
  private static final VarHandle CONFIG;

  static {
    try {
      CONFIG = MethodHandles.lookup().findVarHandle(Gate.class, "config", RateLimiterConfig.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final TimeSource time;
  private final Bucket bucket;
  private final RateLimiterAnnouncer announcer;
  private final Refusal notFree;
  private final Refusal tooLong;
  private final Refusal tooLate;
  private final Refusal overslept;

  private volatile RateLimiterConfig config;
  private volatile boolean open;

  Gate(String name, RateLimiterConfig config) {
    this.config = config;
    this.time = config.timeSource();
    this.bucket = new Bucket(config.rate(), time.nanoTime());
    this.announcer = new RateLimiterAnnouncer(name, time);
    this.notFree = refusal("no permit is free");
    this.tooLong = refusal("the wait for a permit would be too long");
    this.tooLate = refusal("no permit will be free before the deadline");
    this.overslept = refusal("the wait for a permit took longer than promised, up to the deadline");
  }

  RateLimiterConfig config() {
    return config;
  }

  TimeSource time() {
    return time;
  }

  RateLimiterAnnouncer announcer() {
    return announcer;
  }

  /** Takes permits if they are free; returns whether they were. */
  boolean tryTake(int permits) {
    if (open || bucket.tryTake(time.nanoTime(), permits)) {
      return true;
    }
    announcer.rejected(permits, notFree.exception());
    return false;
  }

  /** Takes a permit, if need be after a wait; returns why it was refused, or null. */
  @Nullable
  RateLimitedException enter() {
    Answer answer = ask();
    if (answer instanceof Refusal refusal) {
      return refusal.exception();
    }
    return answer instanceof Reservation reservation ? await(reservation) : null;
  }

  /** Takes a permit that is free, reserves one that will be soon enough, or refuses. */
  Answer ask() {
    if (open) {
      return Verdict.TAKEN;
    }
    long now = time.nanoTime();
    if (bucket.tryTake(now, 1)) {
      return Verdict.TAKEN;
    }
    Answer answer = reserve(now);
    if (answer instanceof Refusal refusal) {
      announcer.rejected(1, refusal.exception());
    }
    return answer;
  }

  /** Ends a wait; returns the refusal of a call whose deadline has passed in it, since it took too long, or null. */
  @Nullable
  RateLimitedException waited(Reservation reservation, Call call) {
    if (call.remaining().isZero()) {
      bucket.giveBack(reservation);
      announcer.rejected(1, overslept.exception());
      return overslept.exception();
    }
    announcer.waited(reservation.waitNanos());
    return null;
  }

  void giveBack(Reservation reservation) {
    bucket.giveBack(reservation);
    announcer.gaveUp(reservation.waitNanos());
  }

  /** Lets every call pass, without a permit; or no longer. */
  void open(boolean letAllPass) {
    open = letAllPass;
  }

  /** Changes the settings. If two do at once, the rate in force is in the end that of the settings in force. */
  void reconfigure(RateLimiterConfig changed) {
    RateLimiterConfig before = (RateLimiterConfig) CONFIG.getAndSet(this, changed);
    RateLimiterConfig current;
    do {
      current = config;
      bucket.change(current.rate(), time.nanoTime());
    } while (!current.equals(config));
    announcer.reconfigured(before, changed);
  }

  RateLimiterSnapshot snapshot() {
    Reading reading = bucket.read(time.nanoTime());
    return new RateLimiterSnapshot(
        announcer.name(),
        reading.available(),
        reading.waiting(),
        Duration.ofNanos(reading.nanosUntilFree()),
        announcer.rejections());
  }

  private Answer reserve(long now) {
    Duration maxWait = config.maxWait();
    if (maxWait.isZero()) {
      return notFree;
    }
    long most = TimeSource.saturatedNanos(maxWait);
    long left = Call.current().remaining().toNanos();
    // What begins at the deadline has no time.
    Answer answer = bucket.reserve(now, Math.min(most, left - 1));
    return answer != Verdict.REFUSED ? answer : left <= most ? tooLate : tooLong;
  }

  private @Nullable RateLimitedException await(Reservation reservation) {
    try {
      time.sleep(Duration.ofNanos(reservation.waitNanos()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      giveBack(reservation);
      throw new CallInterruptedException(
          "rate limiter '" + announcer.name() + "' was interrupted while a call waited", e);
    } catch (Throwable failure) {
      giveBack(reservation);
      throw failure;
    }
    return waited(reservation, Call.current());
  }

  private Refusal refusal(String reason) {
    return new Refusal(new RateLimitedException(
        announcer.name(),
        reason,
        () -> Duration.ofNanos(bucket.read(time.nanoTime()).nanosUntilFree())));
  }
}
