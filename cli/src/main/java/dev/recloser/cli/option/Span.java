package dev.recloser.cli.option;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A duration such as {@code 200ms}, {@code 1.5s}, {@code 10s}, {@code 2m} or {@code 1h}. */
public class Span implements ITypeConverter<Duration> {
  private static final Pattern SHAPE = Pattern.compile("(\\d{1,19}(?:\\.\\d{1,19})?)([a-z]+)");
  private static final Map<String, Duration> UNITS = Map.of(
      "ns", Duration.ofNanos(1),
      "us", Duration.ofNanos(1_000),
      "ms", Duration.ofMillis(1),
      "s", Duration.ofSeconds(1),
      "m", Duration.ofMinutes(1),
      "h", Duration.ofHours(1),
      "d", Duration.ofDays(1));
  private static final Duration LONGEST = Duration.ofDays(36_500);

  @Override
  public Duration convert(String text) {
    Matcher matcher = SHAPE.matcher(text);
    Duration unit = matcher.matches() ? UNITS.get(matcher.group(2)) : null;
    if (unit == null && text.matches("-\\d.*")) {
      throw new TypeConversionException("must not be negative, but was \"" + text + "\"");
    }
    if (unit == null) {
      throw new TypeConversionException(
          "must be a duration such as 200ms, 1.5s, 10s, 2m or 1h, but was \"" + text + "\"");
    }
    BigDecimal nanos =
        new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit.toNanos()));
    if (nanos.compareTo(BigDecimal.valueOf(LONGEST.toNanos())) > 0) {
      throw new TypeConversionException("must be at most 876000h, but was \"" + text + "\"");
    }
    return Duration.ofNanos(nanos.setScale(0, RoundingMode.DOWN).longValueExact());
  }

  /** A duration that is not zero. */
  public static final class Positive extends Span {

    @Override
    public Duration convert(String text) {
      Duration span = super.convert(text);
      if (span.isZero()) {
        throw new TypeConversionException("must be longer than zero, but was \"" + text + "\"");
      }
      return span;
    }
  }
}
