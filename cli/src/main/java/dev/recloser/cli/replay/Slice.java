package dev.recloser.cli.replay;

import java.nio.charset.StandardCharsets;

/** A part of a line, as bytes. It is valid until the next line is read. */
final class Slice {
  private static final int LONGEST_QUOTE = 60;

  private final byte[] bytes;
  private final int start;
  private final int end;

  Slice(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
  }

  static Slice of(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return new Slice(bytes, 0, bytes.length);
  }

  int length() {
    return end - start;
  }

  boolean isEmpty() {
    return start == end;
  }

  byte at(int index) {
    return bytes[start + index];
  }

  byte[] array() {
    return bytes;
  }

  int offset() {
    return start;
  }

  /** Returns the index of the first such byte at or after an index, or -1. */
  int indexOf(char wanted, int from) {
    for (int i = start + from; i < end; i++) {
      if (bytes[i] == wanted) {
        return i - start;
      }
    }
    return -1;
  }

  /** Returns the index of the last such byte, or -1. */
  int lastIndexOf(char wanted) {
    for (int i = end - 1; i >= start; i--) {
      if (bytes[i] == wanted) {
        return i - start;
      }
    }
    return -1;
  }

  Slice from(int index) {
    return new Slice(bytes, start + index, end);
  }

  Slice between(int from, int to) {
    return new Slice(bytes, start + from, start + to);
  }

  /** Returns the part between the spaces and tabs at both ends. */
  Slice trimmed() {
    int from = start;
    int to = end;
    while (from < to && isBlank(bytes[from])) {
      from++;
    }
    while (to > from && isBlank(bytes[to - 1])) {
      to--;
    }
    return new Slice(bytes, from, to);
  }

  boolean is(String text) {
    return length() == text.length() && startsWith(text);
  }

  boolean startsWith(String prefix) {
    if (length() < prefix.length()) {
      return false;
    }
    for (int i = 0; i < prefix.length(); i++) {
      if (at(i) != prefix.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  boolean startsLikeNumber() {
    return !isEmpty() && "+-.0123456789".indexOf(at(0)) >= 0;
  }

  /** Returns the text in quotes, short and printable, for a message. */
  String quoted() {
    StringBuilder quote = new StringBuilder("\"");
    for (int i = start; i < Math.min(end, start + LONGEST_QUOTE); i++) {
      int unsigned = bytes[i] & 0xff;
      if (unsigned >= ' ' && unsigned < 0x7f) {
        quote.append((char) unsigned);
      } else {
        quote.append(String.format("\\x%02x", unsigned));
      }
    }
    return quote.append(length() > LONGEST_QUOTE ? "…\"" : "\"").toString();
  }

  @Override
  public String toString() {
    return new String(bytes, start, length(), StandardCharsets.ISO_8859_1);
  }

  private static boolean isBlank(byte value) {
    return value == ' ' || value == '\t';
  }
}
