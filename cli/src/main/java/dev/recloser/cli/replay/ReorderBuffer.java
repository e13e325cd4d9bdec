package dev.recloser.cli.replay;

import java.util.Arrays;

/** Calls that wait for their turn: a heap of numbers, least start first and then least line. */
final class ReorderBuffer {
  /*
   * A binary heap over three parallel arrays, so that a waiting call costs 24 bytes and no object.
   * The third holds the duration, which is below 2^62, above two bits for the outcome.
   */
  private long[] starts = new long[1024];
  private long[] lines = new long[1024];
  private long[] endings = new long[1024];
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  void add(RecordedCall call, long line) {
    if (size == starts.length) {
      grow();
    }
    int hole = size++;
    while (hole > 0) {
      int parent = (hole - 1) >>> 1;
      if (!precedes(call.startNanos(), line, parent)) {
        break;
      }
      copy(parent, hole);
      hole = parent;
    }
    put(
        hole,
        call.startNanos(),
        line,
        call.durationNanos() << 2 | call.outcome().code());
  }

  long firstStart() {
    return starts[0];
  }

  long firstLine() {
    return lines[0];
  }

  long firstDuration() {
    return endings[0] >>> 2;
  }

  RecordedOutcome firstOutcome() {
    return RecordedOutcome.ofCode((int) endings[0] & 3);
  }

  void removeFirst() {
    size--;
    long start = starts[size];
    long line = lines[size];
    long ending = endings[size];
    int hole = 0;
    for (int child = earlierChild(0); child < size; child = earlierChild(hole)) {
      if (precedes(start, line, child)) {
        break;
      }
      copy(child, hole);
      hole = child;
    }
    put(hole, start, line, ending);
  }

  private int earlierChild(int parent) {
    int left = 2 * parent + 1;
    int right = left + 1;
    return right < size && precedes(starts[right], lines[right], left) ? right : left;
  }

  private boolean precedes(long start, long line, int other) {
    return start < starts[other] || (start == starts[other] && line < lines[other]);
  }

  private void copy(int from, int to) {
    put(to, starts[from], lines[from], endings[from]);
  }

  private void put(int at, long start, long line, long ending) {
    starts[at] = start;
    lines[at] = line;
    endings[at] = ending;
  }

  private void grow() {
    int larger = size + (size >> 1);
    starts = Arrays.copyOf(starts, larger);
    lines = Arrays.copyOf(lines, larger);
    endings = Arrays.copyOf(endings, larger);
  }
}
