package dev.recloser.ratelimiter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The permits of one limiter, whichever meter counts them. */
final class Bucket {
  private static final VarHandle METER;

  static {
    try {
      METER = MethodHandles.lookup().findVarHandle(Bucket.class, "meter", Meter.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile Meter meter;

  Bucket(Rate rate, long now) {
    this.meter = Meter.full(rate, now);
  }

  /** Takes permits if they are free now; returns whether they were. */
  boolean tryTake(long now, int permits) {
    while (true) {
      Meter current = reaching(now);
      Verdict verdict = current.tryTake(now, permits);
      if (verdict != Verdict.OUTDATED) {
        return verdict == Verdict.TAKEN;
      }
      var unused = leave(current);
    }
  }

  /** Takes a permit that is free now, or reserves one that will be within a time. */
  Answer reserve(long now, long mostNanos) {
    while (true) {
      Meter current = reaching(now);
      Answer answer = current.reserve(now, mostNanos);
      if (answer != Verdict.OUTDATED) {
        return answer;
      }
      var unused = leave(current);
    }
  }

  /** Gives back a permit that was reserved. To be called once. */
  void giveBack(Reservation reservation) {
    Meter holder = reservation.meter();
    long instant = reservation.instant();
    while (!holder.giveBack(instant)) {
      Meter next = holder.successor();
      if (next != null) {
        instant = holder.underSuccessor(instant, next);
        holder = next;
      }
    }
  }

  /** Changes the rate. Those who wait keep their instants; what is saved up stays, as far as it fits. */
  void change(Rate rate, long now) {
    Meter current = reaching(now);
    while (!current.rate().equals(rate)) {
      current.retire(rate, now);
      current = leave(current);
    }
  }

  /** Returns how things stand. */
  Reading read(long now) {
    while (true) {
      Meter current = reaching(now);
      Line line = current.state();
      if (line != null) {
        return new Reading(current.rate(), line, current.at(now));
      }
      var unused = leave(current);
    }
  }

  private Meter reaching(long now) {
    Meter current = meter;
    while (!current.reaches(now)) {
      current.retire(current.rate(), now);
      current = leave(current);
    }
    return current;
  }

  /** Goes on to the successor of a meter, and returns it; whoever comes first does it for all. */
  private Meter leave(Meter retired) {
    Meter next = retired.successor();
    if (next == null) {
      return retired;
    }
    METER.compareAndSet(this, retired, next);
    return next;
  }
}
