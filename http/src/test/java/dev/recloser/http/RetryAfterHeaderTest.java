package dev.recloser.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterHeaderTest {
  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

  @ParameterizedTest
  @ValueSource(strings = {"30", " 30 ", "000030"})
  void aNumberIsSeconds(String value) {
    assertThat(RetryAfterHeader.in(headers("Retry-After", value), NOW))
        .contains(Duration.ofSeconds(30));
  }

  @ParameterizedTest // C116
  @ValueSource(
      strings = {
        "Tue, 01 Jan 2030 00:00:30 GMT",
        "Tuesday, 01-Jan-30 00:00:30 GMT",
        "Tue Jan  1 00:00:30 2030"
      })
  void aDateIsAnInstant(String value) {
    assertThat(RetryAfterHeader.in(headers("Retry-After", value), NOW))
        .contains(Duration.ofSeconds(30));
  }

  @Test
  void aDateIsTakenByTheServersOwnClock() {
    Function<String, Optional<String>> headers = headers(
        "Retry-After", "Tue, 01 Jan 2030 01:00:30 GMT", "Date", "Tue, 01 Jan 2030 01:00:00 GMT");

    assertThat(RetryAfterHeader.in(headers, NOW)).contains(Duration.ofSeconds(30));
  }

  @Test
  void aDateThatHasPassedIsNow() {
    assertThat(RetryAfterHeader.in(headers("Retry-After", "Mon, 01 Jan 2029 00:00:00 GMT"), NOW))
        .contains(Duration.ZERO);
  }

  @ParameterizedTest // C115
  @ValueSource(
      strings = {
        "-3",
        "+3",
        "1.5",
        "abc",
        "",
        "  ",
        "1e3",
        "0x10",
        "٣",
        "Tue, 99 Jan 2030 00:00:30 GMT",
        "Tue, 01 Jan 2030 00:00:30 CET"
      })
  void nonsenseSaysNothing(String value) {
    assertThat(RetryAfterHeader.in(headers("Retry-After", value), NOW)).isEmpty();
  }

  @Test
  void moreThanFitsIsAsGoodAsForEver() {
    assertThat(RetryAfterHeader.in(headers("Retry-After", "9".repeat(5_000)), NOW))
        .contains(Duration.ofSeconds(Long.MAX_VALUE));
  }

  @Test
  void anEndlessTextIsNoDate() {
    assertThat(RetryAfterHeader.in(headers("Retry-After", "Tue,".repeat(5_000)), NOW))
        .isEmpty();
  }

  @Test
  void nothingIsSaid() {
    assertThat(RetryAfterHeader.in(headers("X", "y"), NOW)).isEmpty();
  }

  private static Function<String, Optional<String>> headers(String name, String value) {
    return HttpHeaders.of(Map.of(name, List.of(value)), (n, v) -> true)::firstValue;
  }

  private static Function<String, Optional<String>> headers(
      String name, String value, String other, String its) {
    return HttpHeaders.of(Map.of(name, List.of(value), other, List.of(its)), (n, v) -> true)
        ::firstValue;
  }
}
