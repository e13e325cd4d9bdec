package dev.recloser.cli.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A number within bounds, written as plain decimal text. */
public abstract class Decimal implements ITypeConverter<Double> {
  private final String rule;

  private Decimal(String rule) {
    this.rule = rule;
  }

  abstract boolean allows(double value);

  @Override
  public final Double convert(String text) {
    try {
      double value = Double.parseDouble(text);
      if (Double.isFinite(value) && allows(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Said below, with the rule.
    }
    throw new TypeConversionException("must be " + rule + ", but was \"" + text + "\"");
  }

  /** A rate, in (0, 1]. */
  public static final class Rate extends Decimal {

    Rate() {
      super("a fraction above 0, at most 1");
    }

    @Override
    boolean allows(double value) {
      return value > 0 && value <= 1;
    }
  }

  /** A share, in [0, 1]. */
  public static final class Share extends Decimal {

    Share() {
      super("a fraction from 0 to 1");
    }

    @Override
    boolean allows(double value) {
      return value >= 0 && value <= 1;
    }
  }

  /** A factor, at least 1. */
  public static final class Factor extends Decimal {

    Factor() {
      super("a number, at least 1");
    }

    @Override
    boolean allows(double value) {
      return value >= 1;
    }
  }
}
