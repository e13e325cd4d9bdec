package dev.recloser.cli.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A whole number within bounds. */
public class Count implements ITypeConverter<Integer> {
  private final int least;
  private final int most;

  /** Creates a converter for numbers of at least 1. */
  public Count() {
    this(1, Integer.MAX_VALUE);
  }

  /** Creates a converter for numbers within the bounds. */
  protected Count(int least, int most) {
    this.least = least;
    this.most = most;
  }

  @Override
  public final Integer convert(String text) {
    try {
      int count = Integer.parseInt(text);
      if (count >= least && count <= most) {
        return count;
      }
    } catch (NumberFormatException e) {
      // Said below, with the rule.
    }
    String bounds =
        most == Integer.MAX_VALUE ? "at least " + least : "from " + least + " to " + most;
    throw new TypeConversionException(
        "must be a whole number, " + bounds + ", but was \"" + text + "\"");
  }
}
