package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerConfig;
import dev.recloser.circuitbreaker.CircuitBreakerSnapshot;
import dev.recloser.circuitbreaker.Permit;
import dev.recloser.circuitbreaker.Recovery;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.time.ManualTimeSource;
import dev.recloser.time.TimeSource;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Document 002: allowRequest, requestFailed and requestSucceeded, which are {@code tryAcquire} and the reports of its
 * permit here. Its class counts in a way that contradicts its text in places; where it does, the tests follow the text
 * and say so.
 */
class ManualProtocolTest {
  private static final Duration RESET = Duration.ofSeconds(5);

  private final IllegalStateException down = new IllegalStateException("Service unavailable");
  private final ManualTimeSource time = new ManualTimeSource();
  private final CircuitBreaker breaker = Classic.breaker(3, RESET, time); // S002-12

  @Test // S002-10
  void theStatesAreAnEnum() {
    assertThat(State.class.isEnum()).isTrue();
    assertThat(State.values()).startsWith(State.CLOSED, State.OPEN, State.HALF_OPEN);
  }

  @Test // S002-11, S002-12
  void aNewBreakerIsClosedWithNoFailures() {
    CircuitBreakerSnapshot snapshot = breaker.snapshot();

    assertThat(snapshot.state()).isEqualTo(State.CLOSED);
    assertThat(snapshot.failures()).isZero();
    assertThat(Classic.run(breaker)).isZero();
    assertThat(breaker.config().tripRules()).containsExactly(TripRule.consecutiveFailures(3));
    assertThat(breaker.config().cooldown()).isEqualTo(Backoff.fixed(RESET));
  }

  @Test // S002-3
  void aFailureRateAtTheThresholdOpens() {
    CircuitBreaker byRate = CircuitBreaker.builder("remote")
        .tripWhen(TripRule.failureRate(0.5).overCalls(4).minimumCalls(4))
        .timeSource(time)
        .build();
    report(byRate, "SSF");
    assertThat(byRate.state()).isEqualTo(State.CLOSED);

    report(byRate, "F");
    assertThat(byRate.state()).isEqualTo(State.OPEN);
  }

  @Test // S002-14, S002-17
  void failuresUpToTheThresholdOpen() {
    report(breaker, "FF");
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
    assertThat(breaker.admits()).isTrue();

    report(breaker, "F");
    assertThat(breaker.state()).isEqualTo(State.OPEN);
    assertThat(breaker.tryAcquire()).isEmpty();
  }

  @Test // S002-6, S002-13, S002-23
  void askingAfterThePeriodMakesItHalfOpen() {
    report(breaker, "FFF");
    time.advance(RESET.minusNanos(1));
    assertThat(breaker.tryAcquire()).isEmpty();

    time.advance(Duration.ofNanos(1));
    assertThat(breaker.admits()).isTrue(); // which moves nothing
    assertThat(breaker.state()).isEqualTo(State.OPEN);
    assertThat(breaker.tryAcquire()).isPresent();
    assertThat(breaker.state()).isEqualTo(State.HALF_OPEN);
  }

  @Test // S002-7, S002-15: the document's class lets every caller through
  void halfOpenLetsAFewRequestsPass() {
    CircuitBreakerConfig config = breaker.config();
    for (int probes : new int[] {1, 2, 5}) {
      CircuitBreaker some = CircuitBreaker.of(
          "remote", config.toBuilder().recovery(Recovery.probes(probes)).build());
      report(some, "FFF");
      time.advance(RESET);

      assertThat(
              IntStream.range(0, 10).filter(i -> some.tryAcquire().isPresent()).count())
          .isEqualTo(probes);
    }
  }

  @Test // S002-8, S002-20
  void theFirstSuccessClosesAndZeroesTheCount() {
    openAndWait();
    report(breaker, "S");

    assertThat(breaker.state()).isEqualTo(State.CLOSED);
    assertThat(Classic.run(breaker)).isZero();
  }

  @Test // S002-9, S002-19: the document's text; its class would wait for three failures
  void oneFailedRequestReopens() {
    openAndWait();
    report(breaker, "F");

    assertThat(breaker.state()).isEqualTo(State.OPEN);
    time.advance(RESET.minusNanos(1));
    assertThat(breaker.tryAcquire()).isEmpty();
  }

  @Test // S002-16
  void aRecoveryStartsTheCountAnew() {
    openAndWait();
    report(breaker, "SFF");
    assertThat(breaker.state()).isEqualTo(State.CLOSED);

    report(breaker, "F");
    assertThat(breaker.state()).isEqualTo(State.OPEN);
  }

  @Test // S002-18: the document's class would wait for another five seconds
  void aFailureReportedWhileOpenDoesNotExtendTheWait() {
    Permit straggler = breaker.acquire();
    report(breaker, "FFF");
    time.advance(Duration.ofSeconds(4));
    straggler.failed(down);

    time.advance(Duration.ofSeconds(1));
    assertThat(breaker.tryAcquire()).isPresent();
  }

  @Test // S002-21: the document's class would close
  void aSuccessReportedWhileOpenDoesNotClose() {
    Permit straggler = breaker.acquire();
    report(breaker, "FFF");
    straggler.succeeded();

    assertThat(breaker.state()).isEqualTo(State.OPEN);
    assertThat(breaker.tryAcquire()).isEmpty();
  }

  @Test // S002-22: the document's class would have opened at the third failure
  void aSuccessResetsTheCountOfAClosedBreaker() {
    report(breaker, "FSFSF");

    assertThat(breaker.state()).isEqualTo(State.CLOSED);
    assertThat(Classic.run(breaker)).isEqualTo(1);
  }

  @Test // S002-24: the document reads the wall clock, which can be set
  void theDefaultTimeIsMonotonic() {
    CircuitBreaker plain = CircuitBreaker.ofConsecutiveFailures("remote", 3, RESET);

    assertThat(plain.config().timeSource()).isSameAs(TimeSource.system());
  }

  @Test // S002-24
  void aWallClockThatIsSetEndsNoWait() {
    report(breaker, "FFF");
    time.shiftWallTime(Duration.ofHours(1));

    assertThat(breaker.tryAcquire()).isEmpty();
  }

  @Test // S002-26: the document's service reports in the try and again in the catch
  void aFailureReportedTwiceCountsOnce() {
    Permit permit = breaker.acquire();
    permit.failed(down);
    permit.failed(down);

    assertThat(breaker.snapshot().failures()).isEqualTo(1);
    assertThat(Classic.run(breaker)).isEqualTo(1);
  }

  private void openAndWait() {
    report(breaker, "FFF");
    time.advance(RESET);
  }

  private void report(CircuitBreaker breaker, String script) {
    for (int i = 0; i < script.length(); i++) {
      Permit permit = breaker.tryAcquire().orElseThrow();
      if (script.charAt(i) == 'S') {
        permit.succeeded();
      } else {
        permit.failed(down);
      }
    }
  }
}
