package dev.recloser.cli.replay;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Times and durations as whole nanoseconds, read from decimal text without a rounding step on the
 * way. What is finer than a nanosecond is cut off.
 */
final class Nanos {
  /** Keeps the sum and the difference of any two of them within a long. */
  static final long MAX = (1L << 62) - 1;

  static final int MILLI_DIGITS = 6;
  static final int SECOND_DIGITS = 9;

  private Nanos() {}

  static long ofMillis(String name, Slice text) throws BadLineException {
    return parse(name, text, MILLI_DIGITS);
  }

  static long ofSeconds(String name, Slice text) throws BadLineException {
    return parse(name, text, SECOND_DIGITS);
  }

  /** Returns the number, shifted by so many decimal digits. */
  private static long parse(String name, Slice text, int digits) throws BadLineException {
    int start = text.startsWith("-") ? 1 : 0;
    int point = text.indexOf('.', start);
    long unit = unit(digits);
    long whole = whole(text, start, point < 0 ? text.length() : point);
    long fraction = point < 0 ? 0 : fraction(text, point + 1, unit);
    if (whole < 0 || fraction < 0 || whole >= MAX / unit) {
      return exact(name, text, digits);
    }
    long value = whole * unit + fraction;
    return start == 0 ? value : -value;
  }

  /** Returns the value of plain digits, or -1 if these are none or more than fit. */
  private static long whole(Slice text, int from, int to) {
    if (from == to || to - from > 18) {
      return -1;
    }
    long value = 0;
    for (int i = from; i < to; i++) {
      if (!isDigit(text.at(i))) {
        return -1;
      }
      value = value * 10 + (text.at(i) - '0');
    }
    return value;
  }

  /** Returns the digits after the point as a part of the unit, or -1 if they are none. */
  private static long fraction(Slice text, int from, long unit) {
    long value = 0;
    long weight = unit;
    for (int i = from; i < text.length(); i++) {
      if (!isDigit(text.at(i))) {
        return -1;
      }
      weight /= 10;
      value += weight * (text.at(i) - '0');
    }
    return value;
  }

  /** Reads what is not plain digits with a point: exponents, huge numbers, and nonsense. */
  private static long exact(String name, Slice text, int digits) throws BadLineException {
    try {
      return of(name, new BigDecimal(text.toString()), digits);
    } catch (NumberFormatException e) {
      throw new BadLineException(name + " must be a number, but was " + text.quoted());
    }
  }

  static long of(String name, BigDecimal value, int digits) throws BadLineException {
    long magnitude = (long) value.precision() - value.scale() + digits;
    if (value.signum() == 0 || magnitude <= 0) {
      return 0;
    }
    if (magnitude <= 19) {
      BigDecimal nanos = value.movePointRight(digits).setScale(0, RoundingMode.DOWN);
      if (nanos.abs().compareTo(BigDecimal.valueOf(MAX)) <= 0) {
        return nanos.longValueExact();
      }
    }
    Slice text = Slice.of(value.toString());
    throw new BadLineException(name + " is out of range: " + text.quoted());
  }

  private static boolean isDigit(byte value) {
    return value >= '0' && value <= '9';
  }

  private static long unit(int digits) {
    return digits == MILLI_DIGITS ? 1_000_000 : 1_000_000_000;
  }
}
