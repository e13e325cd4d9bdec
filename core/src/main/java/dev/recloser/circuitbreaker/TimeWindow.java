package dev.recloser.circuitbreaker;

import dev.recloser.check.Early;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The calls of the last span of time, as a ring of slices. */
final class TimeWindow implements RuleWindow {

  /*
   * Slices are numbered from the start of the epoch. A place in the ring holds the slice last put there, which counts
   * only while its number says that it lies within the span; so an idle gap of any length costs nothing until the
   * next record, which puts one new slice in its place. A record that has looked up its slice before that lands in
   * the old one, as if it had come a moment earlier.
   *
   * The newest slice only moves forward. A record whose time lies before it, since the clock stepped back or the
   * reading is stale, goes to the newest slice: it is never lost, and drives out nothing.
   */

  private static final int SLICES = 10;

  static {
    Early.initialize(Slice.class, Recent.class);
  }

  private final RateRule rule;
  private final long slowNanos;
  private final long start;
  private final long sliceNanos;
  private final AtomicReferenceArray<@Nullable Slice> ring;
  private final AtomicLong newest = new AtomicLong();

  /** The slice during which the window was last judged with its minimum reached. Set late or twice, it does no harm. */
  private volatile long judgedInFull = -1;

  /** The slice that was the newest a moment ago: most records find theirs here, and need not divide. */
  private volatile Recent recent;

  /**
   * A slice, and when it begins. Apart from the slice, where all threads write: who only looks need not wait for the line of
   * the cache that the others are writing to.
   */
  private record Recent(Slice slice, long number, long beginsAt) {}

  TimeWindow(RateRule rule, Duration span, long nowNanos) {
    this.rule = rule;
    this.slowNanos = rule.slowNanos();
    this.start = nowNanos;
    long spanNanos = TimeSource.saturatedNanos(span);
    int slices = (int) Math.min(SLICES, spanNanos);
    this.sliceNanos = spanNanos / slices;
    this.ring = new AtomicReferenceArray<>(slices);
    Slice first = new Slice(0);
    this.recent = new Recent(first, 0, nowNanos);
    ring.set(0, first);
  }

  @Override
  public boolean record(boolean failed, long durationNanos, long nowNanos) {
    boolean isBad = RateRule.isBad(slowNanos, failed, durationNanos);
    Recent now = recentAt(nowNanos);
    now.slice.calls(isBad).increment();
    // Within one slice nothing leaves the window. So once it has been judged with the minimum
    // reached, a good call can only lower the rate until the next slice begins.
    return isBad || judgedInFull != now.number;
  }

  private Recent recentAt(long nowNanos) {
    Recent last = recent;
    long age = nowNanos - last.beginsAt;
    return age >= 0 && age < sliceNanos && last.number == newest.get() ? last : find(nowNanos);
  }

  private Recent find(long nowNanos) {
    long number = number(nowNanos);
    int place = (int) (number % ring.length());
    while (true) {
      Slice slice = ring.get(place);
      if (slice != null && slice.number >= number) {
        return note(slice);
      }
      Slice next = new Slice(number);
      if (ring.compareAndSet(place, slice, next)) {
        return note(next);
      }
    }
  }

  /** Whoever finds a slice helps whoever put it there: a later record of the same thread must not fall behind it. */
  private Recent note(Slice slice) {
    if (newest.get() < slice.number) {
      newest.accumulateAndGet(slice.number, Math::max);
    }
    Recent last = recent;
    if (last.slice != slice) {
      last = new Recent(slice, slice.number, start + slice.number * sliceNanos);
      recent = last;
    }
    return last;
  }

  /** Returns the number of the slice for the time, or of the newest one if the time lies before it. */
  private long number(long nowNanos) {
    return Math.max((nowNanos - start) / sliceNanos, newest.get());
  }

  @Override
  public boolean exceeded(long nowNanos) {
    long number = number(nowNanos);
    long bad = bad(number);
    long held = bad + good(number);
    if (held >= rule.minimum()) {
      judgedInFull = number;
    }
    return rule.exceededBy(bad, held);
  }

  @Override
  public RuleSnapshot snapshot(long nowNanos) {
    long number = number(nowNanos);
    long bad = bad(number);
    return rule.snapshot(bad, bad + good(number));
  }

  /** When the calls were made is not known: they count from now on. */
  @Override
  public void restore(RuleSnapshot snapshot, long nowNanos) {
    Slice slice = recentAt(nowNanos).slice;
    long calls = Math.min(snapshot.calls(), Integer.MAX_VALUE);
    long bad = Math.min(snapshot.bad(), calls);
    slice.bad.add(bad);
    slice.good.add(calls - bad);
  }

  private long good(long number) {
    return sum(number, false);
  }

  private long bad(long number) {
    return sum(number, true);
  }

  /** Returns the sum of one counter over the slices that the window holds. */
  private long sum(long number, boolean ofBad) {
    long sum = 0;
    for (int place = 0; place < ring.length(); place++) {
      Slice slice = ring.get(place);
      sum += slice != null && slice.number > number - ring.length()
          ? slice.calls(ofBad).sum()
          : 0;
    }
    return sum;
  }

  /**
   * The calls of one slice. Good and bad ones are counted apart, so that each call moves one counter. Threads that meet at a
   * counter spread out over cells of their own: else each would wait for the line of the cache that the others write to.
   */
  private static final class Slice {
    private final long number;
    private final LongAdder good = new LongAdder();
    private final LongAdder bad = new LongAdder();

    Slice(long number) {
      this.number = number;
    }

    LongAdder calls(boolean ofBad) {
      return ofBad ? bad : good;
    }
  }
}
