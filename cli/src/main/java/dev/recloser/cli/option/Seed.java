package dev.recloser.cli.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Where random numbers start: any whole number of 64 bits. */
public final class Seed implements ITypeConverter<Long> {

  @Override
  public Long convert(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("must be a whole number, but was \"" + text + "\"");
    }
  }
}
