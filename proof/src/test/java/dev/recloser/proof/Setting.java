package dev.recloser.proof;

import java.util.OptionalLong;

/** Reads the whole numbers that a run is given with {@code -Dname=number}. */
public final class Setting {

  private Setting() {}

  /** Returns the number that was given, or another if none was. */
  public static int of(String name, int least, int most, int otherwise) {
    return (int) given(name, least, most).orElse(otherwise);
  }

  /** Returns what random numbers are drawn from: any number, 1 if none was given. */
  public static long seed() {
    return given("seed", Long.MIN_VALUE, Long.MAX_VALUE).orElse(1);
  }

  /**
   * Returns the number that was given, if one was.
   *
   * @throws IllegalArgumentException if it is no whole number, or out of bounds
   */
  public static OptionalLong given(String name, long least, long most) {
    String value = System.getProperty(name);
    if (value == null) {
      return OptionalLong.empty();
    }
    try {
      long number = Long.parseLong(value);
      if (number >= least && number <= most) {
        return OptionalLong.of(number);
      }
    } catch (NumberFormatException e) {
      // Refused below, like a number that is out of bounds.
    }
    throw new IllegalArgumentException(name + " must be a whole number from " + least + " to "
        + most + ", but was '" + value + "'");
  }
}
