package dev.recloser.cli.replay;

import java.time.DateTimeException;
import java.time.LocalDate;

/** The time stamp of an access log, {@code 30/Nov/2026:00:23:51 +0000}. */
final class LogStamp {
  static final int LENGTH = 26;
  private static final String SHAPE = "99/aaa/9999:99:99:99 s9999";
  private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

  private LogStamp() {}

  /** Returns nanoseconds since the epoch. */
  static long parse(Slice text) throws BadLineException {
    if (!hasShape(text)) {
      throw invalid(text);
    }
    int month = MONTHS.indexOf(text.between(3, 6).toString());
    int hour = number(text, 12, 2);
    int minute = number(text, 15, 2);
    int second = number(text, 18, 2);
    int zoneMinutes = number(text, 22, 2) * 60 + number(text, 24, 2);
    if (month < 0 || month % 3 != 0 || hour > 23 || minute > 59 || second > 60) {
      throw invalid(text);
    }
    long local = ((epochDay(text, month / 3 + 1) * 24 + hour) * 60 + minute) * 60 + second;
    long seconds = local - (text.at(21) == '-' ? -zoneMinutes : zoneMinutes) * 60L;
    if (Math.abs(seconds) > Nanos.MAX / 1_000_000_000) {
      throw invalid(text);
    }
    return seconds * 1_000_000_000;
  }

  private static long epochDay(Slice text, int month) throws BadLineException {
    try {
      return LocalDate.of(number(text, 7, 4), month, number(text, 0, 2)).toEpochDay();
    } catch (DateTimeException e) {
      throw invalid(text);
    }
  }

  private static boolean hasShape(Slice text) {
    if (text.length() != LENGTH) {
      return false;
    }
    for (int i = 0; i < LENGTH; i++) {
      if (!fits(SHAPE.charAt(i), text.at(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean fits(char kind, byte value) {
    return switch (kind) {
      case '9' -> value >= '0' && value <= '9';
      case 'a' -> value >= 'A' && value <= 'z';
      case 's' -> value == '+' || value == '-';
      default -> value == kind;
    };
  }

  private static int number(Slice text, int from, int digits) {
    int value = 0;
    for (int i = from; i < from + digits; i++) {
      value = value * 10 + (text.at(i) - '0');
    }
    return value;
  }

  private static BadLineException invalid(Slice text) {
    return new BadLineException(
        "expected a time such as 30/Nov/2026:00:23:51 +0000, but found " + text.quoted());
  }
}
