package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Document 002: the program that makes ten requests, of which three in ten fail. A script takes the place of its dice
 * (S002-29).
 *
 * <p>S002-31: its printed run opens after two failures with a success between them, although it allows three in a row.
 * The reason is that it reports each failure twice, and that a success does not reset its count: 2 + 2 is more than 3.
 * The same outcomes leave our breaker on three failures in a row closed, as the program's own comment says they should.
 * The ten lines themselves are those of a breaker on a failure rate of a quarter.
 */
class ExternalServiceTest {
  private static final String OUTCOMES = "SSSSFSF" + "SSS";

  private final ManualTimeSource time = new ManualTimeSource();
  private final CircuitBreaker threeInARow =
      Classic.breaker(3, Duration.ofSeconds(5), time); // S002-12, S002-30

  @Test // S002-29, S002-30, S002-31
  void theOutcomesOfTheDocumentLeaveThreeInARowClosed() {
    ExternalService service = new ExternalService(threeInARow, OUTCOMES);

    assertThat(print(service))
        .containsExactly(
            "Response: Response from external service",
            "Response: Response from external service",
            "Response: Response from external service",
            "Response: Response from external service",
            "Exception: Service unavailable",
            "Response: Response from external service",
            "Exception: Service unavailable",
            "Response: Response from external service",
            "Response: Response from external service",
            "Response: Response from external service");
    assertThat(threeInARow.state()).isEqualTo(State.CLOSED);
  }

  @Test // S002-31
  void aQuarterOfTheCallsPrintsTheTenLinesOfTheDocument() {
    CircuitBreaker quarter = CircuitBreaker.builder("external")
        .tripWhen(TripRule.failureRate(0.25).overCalls(10).minimumCalls(5))
        .cooldown(Backoff.fixed(Duration.ofSeconds(5)))
        .timeSource(time)
        .build();
    ExternalService service = new ExternalService(quarter, OUTCOMES);

    assertThat(print(service))
        .containsExactly(
            "Response: Response from external service",
            "Response: Response from external service",
            "Response: Response from external service",
            "Response: Response from external service",
            "Exception: Service unavailable",
            "Response: Response from external service",
            "Exception: Service unavailable",
            "Response: Fallback response",
            "Response: Fallback response",
            "Response: Fallback response");
    assertThat(quarter.state()).isEqualTo(State.OPEN);
  }

  @Test // S002-1, S002-4, S002-5, S002-25, S002-28
  void whenRefusedTheFallbackIsReturnedWithoutAnException() {
    ExternalService service = new ExternalService(threeInARow, "FFF");
    failTimes(service, 3);

    for (int i = 0; i < 10; i++) {
      assertThat(service.performRequest()).isEqualTo("Fallback response");
    }
    assertThat(service.requests()).isEqualTo(3);
    assertThat(threeInARow.callOrElse(() -> "never run", rejection -> "Fallback response"))
        .isEqualTo("Fallback response");
  }

  @Test // S002-25, S002-27
  void theCallerSeesTheExceptionItself() {
    ExternalService service = new ExternalService(threeInARow, "SF");
    assertThat(service.performRequest()).isEqualTo("Response from external service");
    failTimes(service, 1);

    IllegalStateException own = new IllegalStateException("Service unavailable");
    assertThatThrownBy(() -> threeInARow.run(() -> {
          throw own;
        }))
        .isSameAs(own);
  }

  @Test // S002-2
  void aFailingComponentIsLeftAloneToRecover() {
    ExternalService service = new ExternalService(threeInARow, "F".repeat(100));
    for (int tenths = 0; tenths < 600; tenths++) {
      if (threeInARow.admits()) {
        failTimes(service, 1);
      } else {
        assertThat(service.performRequest()).isEqualTo("Fallback response");
      }
      time.advance(Duration.ofMillis(100));
    }

    // In a minute of ten calls a second: the three that trip it at 0.2 s, then a probe every five
    // seconds.
    assertThat(service.requests()).isEqualTo(3 + 11);
  }

  private static void failTimes(ExternalService service, int times) {
    for (int i = 0; i < times; i++) {
      assertThatThrownBy(service::performRequest)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("Service unavailable");
    }
  }

  /** The main method of the document. */
  private static List<String> print(ExternalService service) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      try {
        lines.add("Response: " + service.performRequest());
      } catch (IllegalStateException e) {
        lines.add("Exception: " + e.getMessage());
      }
    }
    return lines;
  }
}
