package dev.recloser.cli.replay;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Cuts a stream of bytes into lines, in one buffer that all of them share. */
final class LineReader {
  static final int LONGEST_LINE = 1 << 16;

  private final InputStream in;
  private final byte[] buffer = new byte[4 * LONGEST_LINE];
  private int next;
  private int limit;
  private boolean ended;
  private long number;

  LineReader(InputStream in) {
    this.in = in;
  }

  /** Returns the number of the line last returned; the first is 1. */
  long number() {
    return number;
  }

  /** Returns the next line without its end, or {@code null} after the last; it replaces the one before. */
  @Nullable
  Slice next() throws IOException, BadLineException {
    int searched = next;
    while (true) {
      for (int i = searched; i < limit; i++) {
        if (buffer[i] == '\n') {
          return line(i, i + 1);
        }
      }
      searched = limit;
      if (ended) {
        return next == limit ? null : line(limit, limit);
      }
      if (limit - next > LONGEST_LINE + 1) {
        number++;
        throw tooLong();
      }
      searched -= fill();
    }
  }

  private Slice line(int end, int nextStart) throws BadLineException {
    int start = next;
    next = nextStart;
    number++;
    int trimmed = end > start && buffer[end - 1] == '\r' ? end - 1 : end;
    if (trimmed - start > LONGEST_LINE) {
      throw tooLong();
    }
    return new Slice(buffer, number == 1 ? afterByteOrderMark(start, trimmed) : start, trimmed);
  }

  private int afterByteOrderMark(int start, int end) {
    boolean marked = end - start >= 3
        && buffer[start] == (byte) 0xef
        && buffer[start + 1] == (byte) 0xbb
        && buffer[start + 2] == (byte) 0xbf;
    return marked ? start + 3 : start;
  }

  private static BadLineException tooLong() {
    return new BadLineException(
        String.format("a line must not be longer than %,d bytes, but this one is", LONGEST_LINE));
  }

  /** Moves what is left to the front and reads on; returns by how much it moved. */
  private int fill() throws IOException {
    int moved = next;
    System.arraycopy(buffer, next, buffer, 0, limit - next);
    limit -= moved;
    next = 0;
    int count = in.read(buffer, limit, buffer.length - limit);
    if (count < 0) {
      ended = true;
    } else {
      limit += count;
    }
    return moved;
  }
}
