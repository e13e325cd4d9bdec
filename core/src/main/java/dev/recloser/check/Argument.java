package dev.recloser.check;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks of arguments; each throws an {@link IllegalArgumentException} that says the rule and the value. */
public final class Argument {
  private Argument() {}

  /** Returns the value, which must not be null. */
  public static <T> T notNull(String name, @Nullable T value) {
    if (value == null) {
      throw broken(name, "must not be null", "null");
    }
    return value;
  }

  /** Returns the value, which a builder must have been given. */
  public static <T> T set(String name, @Nullable T value) {
    if (value == null) {
      throw new IllegalArgumentException(name + " must be set: there is no default");
    }
    return value;
  }

  /** Returns the values as an immutable list, of which none may be null. */
  public static <T> List<T> noneNull(String name, T @Nullable [] values) {
    for (T value : notNull(name, values)) {
      notNull(name, value);
    }
    return List.of(values);
  }

  /** Returns the text, which must hold more than white space. */
  public static String notBlank(String name, @Nullable String value) {
    String text = notNull(name, value);
    if (text.isBlank()) {
      throw broken(name, "must not be blank", '"' + text + '"');
    }
    return text;
  }

  /** Returns the count, which must be at least the least. */
  public static int atLeast(int least, String name, int value) {
    if (value < least) {
      throw broken(name, "must be at least " + least, value);
    }
    return value;
  }

  /** Returns the rate, which must be in (0, 1]. */
  public static double rate(String name, double value) {
    if (!(value > 0 && value <= 1)) {
      throw broken(name, "must be in (0, 1]", value);
    }
    return value;
  }

  /** Returns the share, which must be in [0, 1]. */
  public static double share(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw broken(name, "must be in [0, 1]", value);
    }
    return value;
  }

  /** Returns the duration, which must be longer than zero. */
  public static Duration positive(String name, @Nullable Duration value) {
    Duration duration = notNull(name, value);
    if (duration.isZero() || duration.isNegative()) {
      throw broken(name, "must be positive", duration);
    }
    return duration;
  }

  /** Returns the duration, which must not be negative. */
  public static Duration notNegative(String name, @Nullable Duration value) {
    Duration duration = notNull(name, value);
    if (duration.isNegative()) {
      throw broken(name, "must not be negative", duration);
    }
    return duration;
  }

  /** Throws unless the rule holds. */
  public static void require(boolean holds, String name, String rule, Object value) {
    if (!holds) {
      throw broken(name, rule, value);
    }
  }

  private static IllegalArgumentException broken(String name, String rule, Object value) {
    return new IllegalArgumentException(name + " " + rule + ", but was " + value);
  }
}
