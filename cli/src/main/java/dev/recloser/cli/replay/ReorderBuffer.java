package dev.recloser.cli.replay;

import java.util.Arrays;

/**
 * Calls that wait for their turn: least start first and then least line. What is added may not start before what was
 * removed last, and lines must rise.
 *
 * <p>A radix heap (Ahuja, Mehlhorn, Orlin, Tarjan: Faster Algorithms for the Shortest Path Problem, J. ACM 37, 1990): a
 * comparison a level, as in a binary heap, is a guess that the processor gets wrong half of the time.
 */
final class ReorderBuffer {
  /*
   * A call lies in the bucket of the highest bit in which its start differs from that of the call removed last. So all
   * that is in one bucket comes before all that is in the next one, bucket 0 holds only calls of one start, in the order of
   * their lines, and when it is used up the first bucket that is not empty is spread over those below it.
   */
  private final Bucket[] buckets = new Bucket[Long.SIZE + 1];
  private long lastRemoved = Long.MIN_VALUE;
  private int size;

  ReorderBuffer() {
    Arrays.setAll(buckets, bit -> new Bucket());
  }

  boolean isEmpty() {
    return size == 0;
  }

  void add(RecordedCall call, long line) {
    bucketOf(call.startNanos())
        .add(call.startNanos(), line, call.durationNanos() << 2 | call.outcome().code());
    size++;
  }

  /** Returns when the first call starts. */
  long firstStart() {
    return firstBucket().leastStart;
  }

  /** Removes the first call, and keeps it to be read. */
  void removeFirst() {
    if (buckets[0].isEmpty()) {
      Bucket first = firstBucket();
      lastRemoved = first.leastStart;
      for (int at = 0; at < first.end; at += Bucket.WIDTH) {
        long start = first.calls[at];
        bucketOf(start).add(start, first.calls[at + 1], first.calls[at + 2]);
      }
      first.clear();
    }
    buckets[0].removeFirst();
    size--;
  }

  /** Returns the line of the call that was removed last. */
  long line() {
    return buckets[0].removed(1);
  }

  /** Returns the duration of the call that was removed last. */
  long duration() {
    return buckets[0].removed(2) >>> 2;
  }

  /** Returns the outcome of the call that was removed last. */
  RecordedOutcome outcome() {
    return RecordedOutcome.ofCode((int) buckets[0].removed(2) & 3);
  }

  private Bucket bucketOf(long start) {
    return buckets[Long.SIZE - Long.numberOfLeadingZeros(start ^ lastRemoved)];
  }

  private Bucket firstBucket() {
    int bit = 0;
    while (buckets[bit].isEmpty()) {
      bit++;
    }
    return buckets[bit];
  }

  /**
   * Calls in the order in which they came. Each takes three numbers and no object: start, line, and the duration, which is
   * below 2^62, above two bits for the outcome.
   */
  private static final class Bucket {
    private static final int WIDTH = 3;

    private long[] calls = {};
    private int begin;
    private int end;
    private long leastStart = Long.MAX_VALUE;

    boolean isEmpty() {
      return begin == end;
    }

    void add(long start, long line, long ending) {
      if (isEmpty()) {
        clear();
      }
      if (end == calls.length) {
        calls = Arrays.copyOf(calls, Math.max(64 * WIDTH, end / WIDTH * 3 / 2 * WIDTH));
      }
      calls[end] = start;
      calls[end + 1] = line;
      calls[end + 2] = ending;
      end += WIDTH;
      leastStart = Math.min(leastStart, start);
    }

    void removeFirst() {
      begin += WIDTH;
    }

    long removed(int number) {
      return calls[begin - WIDTH + number];
    }

    void clear() {
      begin = 0;
      end = 0;
      leastStart = Long.MAX_VALUE;
    }
  }
}
