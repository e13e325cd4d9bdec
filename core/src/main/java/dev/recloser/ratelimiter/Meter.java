package dev.recloser.ratelimiter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** Counts the permits of one rate. */
final class Meter {

  /*
   * The generic cell rate algorithm. As long as nobody waits the whole state is one number: the instant at which the bucket
   * would be full if nobody took anything more. A permit pushes that instant one interval further, and is refused if that
   * would put it more than a full bucket ahead of now. The instant never moves back for a reading of the clock that is older
   * than that of another thread: such a reading only sees less. A caller reads the clock once; losing a race it goes on with
   * the reading that it has.
   *
   * While somebody waits the number says "elsewhere", and the state is the line. It is "elsewhere" too, without a line, for the
   * few instructions between the compare-and-set that ends one form of the state and the write that begins the other. Nothing in
   * between can fail: what is written has been made before. Others wait for it, as short as it is.
   *
   * A meter has one rate and one base that its instants are counted from. Under another rate, and when the time has moved so
   * far that instants would not fit in a long, another meter takes its place: the state is taken out for good, and the successor
   * is set where those who held on to this meter find it.
   */

  private static final VarHandle FULL_AT;
  private static final VarHandle LINE;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      FULL_AT = lookup.findVarHandle(Meter.class, "fullAt", long.class);
      LINE = lookup.findVarHandle(Meter.class, "line", Line.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final long ELSEWHERE = Long.MIN_VALUE;

  private final Rate rate;
  private final long base;
  private final long unitsPerNano;
  private final long interval;
  private final long burstSpan;
  private final long horizon;

  private volatile long fullAt;
  private volatile @Nullable Line line;
  private volatile @Nullable Meter successor;

  /** Written before the successor. */
  private long retiredAt;

  private Meter(Rate rate, long base, Line state) {
    this.rate = rate;
    this.base = base;
    this.unitsPerNano = rate.unitsPerNano();
    this.interval = rate.interval();
    this.burstSpan = rate.burstSpan();
    this.horizon = rate.horizonNanos();
    this.line = state.isEmpty() ? null : state;
    this.fullAt = state.isEmpty() ? state.fullAt() : ELSEWHERE;
  }

  /** Returns a meter whose bucket is full. */
  static Meter full(Rate rate, long now) {
    return new Meter(rate, now, Line.empty(rate, 0));
  }

  Rate rate() {
    return rate;
  }

  /** Returns whether instants at a reading of the clock are ones that this meter can count. */
  boolean reaches(long now) {
    long elapsed = now - base;
    return elapsed <= horizon && elapsed >= -horizon;
  }

  /** Takes permits if they are free now. */
  Verdict tryTake(long now, int permits) {
    if (permits > rate.burst()) {
      return Verdict.REFUSED;
    }
    long at = (now - base) * unitsPerNano;
    long cost = interval * permits;
    while (true) {
      long full = fullAt;
      if (full == ELSEWHERE) {
        Verdict verdict = tryTakeBesideLine(at, cost);
        if (verdict != null) {
          return verdict;
        }
        continue;
      }
      long next = Math.max(full, at) + cost;
      if (next - at > burstSpan) {
        return Verdict.REFUSED;
      }
      if (FULL_AT.compareAndSet(this, full, next)) {
        return Verdict.TAKEN;
      }
    }
  }

  /** Takes a permit that is free now, or will be after a wait; the wait may be too long. */
  Answer reserve(long now, long mostNanos) {
    long at = (now - base) * unitsPerNano;
    long latest = at + rate.span(mostNanos);
    while (true) {
      long full = fullAt;
      Answer answer = full == ELSEWHERE ? join(at, latest) : begin(full, at, latest);
      if (answer != null) {
        return answer;
      }
    }
  }

  /** Gives a permit back, unless its instant has come and others have been served since; returns whether it could tell. */
  boolean giveBack(long instant) {
    while (fullAt == ELSEWHERE) {
      Line before = line;
      if (before == null) {
        if (successor != null) {
          return false;
        }
        Thread.onSpinWait();
        continue;
      }
      Line after = before.without(instant);
      if (after == before || replace(before, after)) {
        return true;
      }
    }
    return true;
  }

  /** Returns the state as a line, perhaps of nobody; null if it has gone to the successor. */
  @Nullable
  Line state() {
    while (true) {
      long full = fullAt;
      if (full != ELSEWHERE) {
        return Line.empty(rate, full);
      }
      Line state = line;
      if (state != null || successor != null) {
        return state;
      }
      Thread.onSpinWait();
    }
  }

  /** Returns an instant in units. */
  long at(long now) {
    return rate.units(now - base);
  }

  /** Puts another meter in the place of this one, unless that was done before. */
  void retire(Rate other, long now) {
    long at = at(now);
    while (true) {
      Line state = state();
      if (state == null) {
        return;
      }
      Meter next = new Meter(other, now, state.under(other, at));
      boolean mine = state.isEmpty()
          ? FULL_AT.compareAndSet(this, state.fullAt(), ELSEWHERE)
          : LINE.compareAndSet(this, state, null);
      if (mine) {
        retiredAt = at;
        successor = next;
        return;
      }
    }
  }

  @Nullable
  Meter successor() {
    return successor;
  }

  /** Returns an instant after that of the change, as the successor counts it; 0 or less for one before. */
  long underSuccessor(long instant, Meter next) {
    return instant <= retiredAt ? 0 : next.rate.spanOf(instant - retiredAt, rate);
  }

  private @Nullable Verdict tryTakeBesideLine(long at, long cost) {
    Line before = line;
    if (before == null) {
      return outdated();
    }
    if (before.earliest(at, cost) > at) {
      return Verdict.REFUSED;
    }
    return replace(before, before.taken(at, cost)) ? Verdict.TAKEN : null;
  }

  private @Nullable Answer begin(long full, long at, long latest) {
    long next = Math.max(full, at) + interval;
    long instant = next - burstSpan;
    if (instant <= at) {
      return FULL_AT.compareAndSet(this, full, next) ? Verdict.TAKEN : null;
    }
    if (instant > latest) {
      return Verdict.REFUSED;
    }
    Line begun = Line.of(rate, full, instant);
    Reservation reservation = reservation(instant, at);
    if (!FULL_AT.compareAndSet(this, full, ELSEWHERE)) {
      return null;
    }
    line = begun;
    return reservation;
  }

  private @Nullable Answer join(long at, long latest) {
    Line before = line;
    if (before == null) {
      return outdated();
    }
    long instant = before.earliest(at, interval);
    if (instant <= at) {
      return replace(before, before.taken(at, interval)) ? Verdict.TAKEN : null;
    }
    if (instant > latest) {
      return Verdict.REFUSED;
    }
    Reservation reservation = reservation(instant, at);
    return replace(before, before.with(at, instant)) ? reservation : null;
  }

  private Reservation reservation(long instant, long at) {
    return new Reservation(this, instant, rate.nanos(instant - at));
  }

  private boolean replace(Line before, Line after) {
    if (!LINE.compareAndSet(this, before, after.isEmpty() ? null : after)) {
      return false;
    }
    if (after.isEmpty()) {
      fullAt = after.fullAt();
    }
    return true;
  }

  private @Nullable Verdict outdated() {
    if (successor != null) {
      return Verdict.OUTDATED;
    }
    Thread.onSpinWait();
    return null;
  }
}
