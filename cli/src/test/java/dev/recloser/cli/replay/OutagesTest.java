package dev.recloser.cli.replay;

import static dev.recloser.circuitbreaker.CircuitBreaker.State.CLOSED;
import static dev.recloser.circuitbreaker.CircuitBreaker.State.HALF_OPEN;
import static dev.recloser.circuitbreaker.CircuitBreaker.State.OPEN;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OutagesTest {
  private final Outages outages = new Outages();
  private long now;

  @Test
  void fourFailuresInARowAreNoOutage() {
    calls("xxxx.xxxx.x.x.x");

    assertThat(outages.found()).isEmpty();
  }

  @Test
  void theFifthFailureInARowMakesAnOutageThatBeganWithTheFirst() {
    calls("..x.xxxxx");

    assertThat(outages.found()).hasSize(1);
    assertThat(outages.found().get(0).beganNanos()).isEqualTo(ms(40));
  }

  @Test
  void fiveGoodCallsInARowEndIt() {
    calls("xxxxx....x....x.....xxxxx");

    assertThat(outages.found()).extracting(Outage::beganNanos).containsExactly(0L, ms(200));
  }

  @Test
  void itLastsToTheEndingOfItsLastFailure() {
    calls("xxxxxx.....");

    assertThat(outages.found()).extracting(Outage::lastedNanos).containsExactly(ms(55));
  }

  @Test
  void ignoredCallsNeitherBeginNorEndOne() {
    calls("xx-x--xx....-.");

    assertThat(outages.found()).hasSize(1);
  }

  @Test
  void theFirstTripInItCounts() {
    calls("..xxx");
    outages.moved(ms(45), CLOSED, OPEN);
    calls("xxx");
    outages.moved(ms(75), HALF_OPEN, OPEN);

    assertThat(outages.found())
        .extracting(Outage::firstTrip)
        .containsExactly("tripped after 25 ms");
  }

  @Test
  void aTripAfterItsEndIsNotItsOwn() {
    calls("xxxxx.......");
    outages.moved(ms(100), CLOSED, OPEN);

    assertThat(outages.found()).extracting(Outage::firstTrip).containsExactly("no trip");
  }

  @Test
  void aBreakerThatIsOpenAlreadyNeedsNoTrip() {
    outages.moved(0, CLOSED, OPEN);
    calls("xxxxx");

    assertThat(outages.found()).extracting(Outage::firstTrip).containsExactly("was open already");
  }

  /** Plays a call every 10 ms, each of 5 ms: a dot is good, a cross failed, a dash is ignored. */
  private void calls(String calls) {
    for (int call : calls.chars().toArray()) {
      RecordedOutcome outcome = switch (call) {
        case '.' -> RecordedOutcome.OK;
        case 'x' -> RecordedOutcome.FAIL;
        default -> RecordedOutcome.IGNORED;
      };
      outages.started(now, now + ms(5), outcome);
      now += ms(10);
    }
  }

  private static long ms(long millis) {
    return millis * 1_000_000;
  }
}
