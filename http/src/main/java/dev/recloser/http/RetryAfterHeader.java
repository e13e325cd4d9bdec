package dev.recloser.http;

import dev.recloser.http.spi.Dialect;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** The wait that a server asks for (RFC 9110, 10.2.3): a number of seconds, or a date in one of its three forms. */
final class RetryAfterHeader {
  private static final int LONGEST_DATE = 64;
  private static final int MOST_DIGITS = 18;

  private static final DateTimeFormatter USUAL = form("EEE, dd MMM uuuu HH:mm:ss 'GMT'");
  private static final DateTimeFormatter OF_C = form("EEE MMM ppd HH:mm:ss uuuu");

  private RetryAfterHeader() {}

  /** Returns how long to wait from now on; empty unless the status is one that means it and the header makes sense. */
  static <R> Optional<Duration> of(Dialect<?, R> dialect, R response, Instant now) {
    int status = dialect.status(response);
    return status == 429 || status == 503
        ? in(name -> Optional.ofNullable(dialect.header(response, name)), now)
        : Optional.empty();
  }

  /**
   * Returns how long to wait from now on; empty if nothing or nonsense is said. A date is taken relative to the server's
   * own {@code Date}, if there is one: the clocks of the two may differ.
   */
  static Optional<Duration> in(Function<String, Optional<String>> headers, Instant now) {
    return headers
        .apply("Retry-After")
        .map(String::strip)
        .flatMap(value -> isNumber(value)
            ? Optional.of(seconds(value))
            : date(value, now)
                .map(at -> Duration.between(
                    headers.apply("Date").flatMap(own -> date(own, now)).orElse(now), at))
                .map(wait -> wait.isNegative() ? Duration.ZERO : wait));
  }

  private static boolean isNumber(String value) {
    return !value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /** More than fits into a number is as good as the greatest: the retry caps it anyhow. */
  private static Duration seconds(String digits) {
    String significant = digits.replaceFirst("^0+(?=.)", "");
    return Duration.ofSeconds(
        significant.length() > MOST_DIGITS ? Long.MAX_VALUE : Long.parseLong(significant));
  }

  private static Optional<Instant> date(String value, Instant now) {
    if (value.length() > LONGEST_DATE) {
      return Optional.empty();
    }
    for (DateTimeFormatter form : List.of(USUAL, OF_C, withTwoDigitsOfAYear(now))) {
      try {
        return Optional.of(LocalDateTime.parse(value.strip(), form).toInstant(ZoneOffset.UTC));
      } catch (DateTimeException e) {
        // It may have another form.
      }
    }
    return Optional.empty();
  }

  /** The obsolete form of RFC 850: no year is more than fifty years ahead. */
  private static DateTimeFormatter withTwoDigitsOfAYear(Instant now) {
    return new DateTimeFormatterBuilder()
        .appendPattern("EEEE, dd-MMM-")
        .appendValueReduced(
            ChronoField.YEAR, 2, 2, now.atOffset(ZoneOffset.UTC).toLocalDate().minusYears(49))
        .appendPattern(" HH:mm:ss 'GMT'")
        .toFormatter(Locale.ENGLISH);
  }

  private static DateTimeFormatter form(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH);
  }
}
