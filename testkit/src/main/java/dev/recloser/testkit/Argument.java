package dev.recloser.testkit;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Checks of arguments, worded as those of the core, whose own are not exported. */
final class Argument {
  private Argument() {}

  static <T> T notNull(String name, @Nullable T value) {
    if (value == null) {
      throw broken(name, "must not be null", "null");
    }
    return value;
  }

  static String notBlank(String name, @Nullable String value) {
    String text = notNull(name, value);
    if (text.isBlank()) {
      throw broken(name, "must not be blank", '"' + text + '"');
    }
    return text;
  }

  static Duration notNegative(String name, @Nullable Duration value) {
    Duration duration = notNull(name, value);
    if (duration.isNegative()) {
      throw broken(name, "must not be negative", duration);
    }
    return duration;
  }

  static void require(boolean holds, String name, String rule, Object value) {
    if (!holds) {
      throw broken(name, rule, value);
    }
  }

  private static IllegalArgumentException broken(String name, String rule, Object value) {
    return new IllegalArgumentException(name + " " + rule + ", but was " + value);
  }
}
