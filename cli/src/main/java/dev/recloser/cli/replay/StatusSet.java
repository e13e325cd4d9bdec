package dev.recloser.cli.replay;

import java.util.BitSet;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A set of HTTP status codes, written {@code 5xx,429} or {@code 500-504}. */
final class StatusSet {
  private final BitSet codes;

  private StatusSet(BitSet codes) {
    this.codes = codes;
  }

  boolean contains(int status) {
    return codes.get(status);
  }

  /** Throws {@link IllegalArgumentException} for text that is no such set. */
  static StatusSet parse(String text) {
    BitSet codes = new BitSet(1000);
    for (String part : text.split(",", -1)) {
      add(part.strip(), codes);
    }
    return new StatusSet(codes);
  }

  private static void add(String part, BitSet codes) {
    if (part.matches("[1-5]xx")) {
      int hundred = (part.charAt(0) - '0') * 100;
      codes.set(hundred, hundred + 100);
    } else if (part.matches("[1-5]\\d\\d")) {
      codes.set(Integer.parseInt(part));
    } else if (part.matches("[1-5]\\d\\d-[1-5]\\d\\d")
        && part.substring(0, 3).compareTo(part.substring(4)) <= 0) {
      codes.set(Integer.parseInt(part.substring(0, 3)), Integer.parseInt(part.substring(4)) + 1);
    } else {
      throw new IllegalArgumentException(
          "must be codes such as 5xx, 429 or 500-504, with commas between, but \"" + part
              + "\" is none");
    }
  }

  /** Reads the set from the command line. */
  static final class Converter implements ITypeConverter<StatusSet> {

    @Override
    public StatusSet convert(String value) {
      try {
        return parse(value);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
