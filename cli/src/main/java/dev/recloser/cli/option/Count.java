package dev.recloser.cli.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A whole number, at least 1. */
public final class Count implements ITypeConverter<Integer> {

  @Override
  public Integer convert(String text) {
    try {
      int count = Integer.parseInt(text);
      if (count >= 1) {
        return count;
      }
    } catch (NumberFormatException e) {
      // Said below, with the rule.
    }
    throw new TypeConversionException(
        "must be a whole number from 1 to " + Integer.MAX_VALUE + ", but was \"" + text + "\"");
  }
}
