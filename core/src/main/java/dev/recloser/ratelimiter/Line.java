package dev.recloser.ratelimiter;

import java.util.Arrays;

/**
 * Those who wait: the instants at which each of them will take a permit. Immutable; a change makes another one.
 *
 * <p>Instants and spans are in units of the rate, since the base of the meter.
 */
final class Line {

  /*
   * Who waits is promised an instant and sleeps until then; nobody can be told to come sooner. So a wait that is given back
   * in the middle of the line leaves a hole. Those behind it keep their instants. The next who asks gets the earliest instant
   * at which one more permit leaves all promises sound: that of the hole as long as it lies ahead, later what has been saved
   * up by leaving it open, if that fits in the burst; or else, the end of the line.
   *
   * The promises are kept as runs, each of so many instants one interval apart. Nobody fits into a run: it takes permits as
   * fast as they come. Without a hole there is one run, so joining the line takes as long however long it is.
   *
   * "Room" is how late the bucket may be full just before a run so that the run, and all after it, get their permits: it
   * follows from the promises alone, and so is worked out once. A promise made under a slower rate, or a larger burst, may be
   * impossible to keep under a new one. It is kept all the same; then there is never room before it.
   */

  private static final long NEVER = Long.MIN_VALUE / 2;
  private static final long LATEST = 2 * Rate.LONGEST;

  private final Rate rate;
  private final long fullAt;
  private final long[] first;
  private final int[] count;
  private final long[] room;

  private Line(Rate rate, long fullAt, long[] first, int[] count) {
    this.rate = rate;
    this.fullAt = fullAt;
    this.first = first;
    this.count = count;
    this.room = room(rate, first, count);
  }

  /** Returns a line of nobody. */
  static Line empty(Rate rate, long fullAt) {
    return new Line(rate, fullAt, new long[0], new int[0]);
  }

  /**
   * Returns a line of one.
   *
   * @param fullAt when the bucket would be full if the one who waits were not there
   */
  static Line of(Rate rate, long fullAt, long instant) {
    return new Line(rate, fullAt, new long[] {instant}, new int[] {1});
  }

  /** Returns whether nobody is in it. */
  boolean isEmpty() {
    return first.length == 0;
  }

  /** Returns when the bucket is full if those in the line take no permits. */
  long fullAt() {
    return fullAt;
  }

  /** Returns how many still wait. */
  long waiting(long now) {
    long waiting = 0;
    for (int i = 0; i < first.length; i++) {
      waiting += count[i] - passed(i, now);
    }
    return waiting;
  }

  /** Returns the earliest instant, from now on, at which permits of this cost can be taken without breaking a promise. */
  long earliest(long now, long cost) {
    long full = fullAt;
    long from = now;
    for (int i = 0; i < first.length; i++) {
      int passed = passed(i, now);
      full = after(full, first[i], passed);
      if (passed < count[i]) {
        long start = first[i] + passed * rate.interval();
        long instant = Math.max(from, full + cost - rate.burstSpan());
        if (instant <= start
            && Math.max(full, instant) + cost <= room[i] + passed * rate.interval()) {
          return instant;
        }
        full = after(full, start, count[i] - passed);
        from = first[i] + (count[i] - 1) * rate.interval();
      }
    }
    return Math.max(from, full + cost - rate.burstSpan());
  }

  /** Returns how many permits can be taken now. */
  int available(long now) {
    long full = fullAt;
    long most = now + rate.burstSpan();
    for (int i = 0; i < first.length; i++) {
      int passed = passed(i, now);
      full = after(full, first[i], passed);
      if (passed < count[i]) {
        most = Math.min(most, room[i] + passed * rate.interval());
        break;
      }
    }
    return (int) Math.max(0, (most - Math.max(full, now)) / rate.interval());
  }

  /** Returns the line after permits of this cost were taken now. */
  Line taken(long now, long cost) {
    Line line = moved(now, 0);
    return new Line(rate, Math.max(line.fullAt, now) + cost, line.first, line.count);
  }

  /** Returns the line with one more, at an instant after now. */
  Line with(long now, long instant) {
    Line line = moved(now, 0);
    int at = line.indexAfter(instant - 1);
    return line.replaced(at, at, new long[] {instant}, new int[] {1}).moved(now, 0);
  }

  /** Returns the line without one who was promised the instant; the same line if nobody was, or has taken the permit. */
  Line without(long instant) {
    int at = indexAfter(instant) - 1;
    if (at < 0 || instant > last(at) || (instant - first[at]) % rate.interval() != 0) {
      return this;
    }
    int before = (int) ((instant - first[at]) / rate.interval());
    int behind = count[at] - before - 1;
    long next = instant + rate.interval();
    if (before > 0 && behind > 0) {
      return replaced(at, at + 1, new long[] {first[at], next}, new int[] {before, behind});
    }
    if (before > 0) {
      return replaced(at, at + 1, new long[] {first[at]}, new int[] {before});
    }
    return behind > 0
        ? replaced(at, at + 1, new long[] {next}, new int[] {behind})
        : replaced(at, at + 1, new long[0], new int[0]);
  }

  /** Returns the line with those whose instant has come counted as served, and all instants less by a shift. */
  private Line moved(long now, long shift) {
    long full = fullAt;
    long[] starts = new long[first.length];
    int[] counts = new int[first.length];
    int size = 0;
    for (int i = 0; i < first.length; i++) {
      int passed = passed(i, now);
      full = after(full, first[i], passed);
      long start = first[i] + passed * rate.interval() - shift;
      int left = count[i] - passed;
      if (left > 0 && size > 0 && starts[size - 1] + counts[size - 1] * rate.interval() == start) {
        counts[size - 1] += left;
      } else if (left > 0) {
        starts[size] = start;
        counts[size++] = left;
      }
    }
    return new Line(rate, full - shift, Arrays.copyOf(starts, size), Arrays.copyOf(counts, size));
  }

  /** Returns a line with the same promises, and as many permits saved up, under another rate and on a base that is now. */
  Line under(Rate other, long now) {
    Line line = moved(now, now);
    long saved = rate.burstSpan() - Math.max(0, line.fullAt);
    long full = Math.min(LATEST, other.burstSpan() - other.savedOf(saved, rate));
    return other.sameScale(rate)
        ? new Line(other, full, line.first, line.count)
        : line.singles(other, full);
  }

  private Line singles(Rate other, long full) {
    long[] singles = new long[(int) waiting(0)];
    int size = 0;
    for (int i = 0; i < first.length; i++) {
      for (int k = 0; k < count[i]; k++) {
        singles[size++] = other.spanOf(first[i] + k * rate.interval(), rate);
      }
    }
    int[] ones = new int[size];
    Arrays.fill(ones, 1);
    return new Line(other, full, singles, ones);
  }

  private Line replaced(int from, int to, long[] starts, int[] counts) {
    int size = first.length - (to - from) + starts.length;
    long[] newFirst = Arrays.copyOf(first, size);
    int[] newCount = Arrays.copyOf(count, size);
    System.arraycopy(starts, 0, newFirst, from, starts.length);
    System.arraycopy(counts, 0, newCount, from, starts.length);
    System.arraycopy(first, to, newFirst, from + starts.length, first.length - to);
    System.arraycopy(count, to, newCount, from + starts.length, first.length - to);
    return new Line(rate, fullAt, newFirst, newCount);
  }

  /** Returns the index of the first run that begins after an instant. */
  private int indexAfter(long instant) {
    int low = 0;
    int high = first.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (first[middle] <= instant) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private long last(int run) {
    return first[run] + (count[run] - 1) * rate.interval();
  }

  /** Returns how many of a run have been served by now. */
  private int passed(int run, long now) {
    return now < first[run]
        ? 0
        : (int) Math.min(count[run], (now - first[run]) / rate.interval() + 1);
  }

  /** Returns when the bucket is full after permits were taken, one an interval from an instant on. */
  private long after(long full, long instant, int permits) {
    return permits == 0 ? full : Math.min(LATEST, Math.max(full, instant) + span(rate, permits));
  }

  private static long span(Rate rate, long permits) {
    return permits <= Rate.LONGEST / rate.interval() ? permits * rate.interval() : Rate.LONGEST;
  }

  private static long[] room(Rate rate, long[] first, int[] count) {
    long[] room = new long[first.length];
    long later = Long.MAX_VALUE;
    for (int i = first.length - 1; i >= 0; i--) {
      long taken = span(rate, count[i]);
      long own = first[i] + rate.burstSpan() - rate.interval();
      boolean keepable = later >= first[i] + taken;
      room[i] = keepable ? Math.min(own, later - taken) : NEVER;
      later = room[i];
    }
    return room;
  }
}
