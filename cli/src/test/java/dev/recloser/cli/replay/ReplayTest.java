package dev.recloser.cli.replay;

import static dev.recloser.cli.replay.RecordedOutcome.FAIL;
import static dev.recloser.cli.replay.RecordedOutcome.IGNORED;
import static dev.recloser.cli.replay.RecordedOutcome.OK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.Recovery;
import dev.recloser.circuitbreaker.TripRule;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ReplayTest {
  private final Trace trace = new Trace();
  private final Replay replay = replay(settings -> settings);
  private long line;

  @Test
  void aCallReportsWhenItEnds() throws Exception {
    play(call(0, FAIL, 100), call(50, FAIL, 10), call(70, OK, 0), call(100, OK, 0));

    assertThat(trace).hasToString("""
            60 FAIL of 50 CLOSED
            70 OK of 70 CLOSED
            100 FAIL of 0 CLOSED
            100 OK of 100 CLOSED
            """);
  }

  @Test
  void atEqualTimesEndingsComeBeforeStarts() throws Exception {
    play(call(0, FAIL, 10), call(0, FAIL, 10), call(10, OK, 5), call(10, OK, 0));

    assertThat(trace).hasToString("""
            10 FAIL of 0 CLOSED
            10 CLOSED -> OPEN
            10 FAIL of 0 OPEN
            10 rejected OPEN
            10 rejected OPEN
            """);
  }

  @Test
  void aCallWithoutDurationEndsBeforeTheNextOneStarts() throws Exception {
    play(call(0, FAIL, 0), call(0, FAIL, 0), call(0, FAIL, 0));

    assertThat(trace).hasToString("""
            0 FAIL of 0 CLOSED
            0 CLOSED -> OPEN
            0 FAIL of 0 OPEN
            0 rejected OPEN
            """);
  }

  @Test
  void anIgnoredCallCountsForNothing() throws Exception {
    play(call(0, FAIL, 0), call(1, IGNORED, 1), call(3, OK, 0), call(4, FAIL, 0), call(5, FAIL, 0));

    assertThat(trace).hasToString("""
            0 FAIL of 0 CLOSED
            2 IGNORED of 1 CLOSED
            3 OK of 3 CLOSED
            4 FAIL of 4 CLOSED
            5 CLOSED -> OPEN
            5 FAIL of 5 OPEN
            """);
  }

  @Test
  void theBreakerProbesWhenTheFirstCallAfterTheCooldownStarts() throws Exception {
    play(call(0, FAIL, 0), call(0, FAIL, 0), call(99, OK, 0), call(150, OK, 20));

    assertThat(trace).hasToString("""
            0 FAIL of 0 CLOSED
            0 CLOSED -> OPEN
            0 FAIL of 0 OPEN
            99 rejected OPEN
            150 OPEN -> HALF_OPEN
            170 HALF_OPEN -> CLOSED
            170 OK of 150 CLOSED
            """);
  }

  @Test
  void aTimerOfTheBreakerRunsAtItsOwnInstant() throws Exception {
    Replay eager = replay(settings -> settings.eagerHalfOpen(true));
    for (RecordedCall call : List.of(call(0, FAIL, 0), call(0, FAIL, 0), call(150, OK, 20))) {
      eager.add(call, ++line);
    }
    eager.finish();

    assertThat(trace).asString().contains("\n100 OPEN -> HALF_OPEN\n170 HALF_OPEN -> CLOSED\n");
  }

  @Test
  void slowCallsAreSlowInTheirOwnTime() throws Exception {
    Replay slow = replay(settings -> settings.tripWhen(
        TripRule.slowCallRate(1, Duration.ofMillis(50)).overCalls(2).minimumCalls(2)));
    for (RecordedCall call : List.of(call(0, OK, 49), call(50, OK, 50), call(100, OK, 50))) {
      slow.add(call, ++line);
    }
    slow.finish();

    assertThat(trace).asString().contains("\n150 CLOSED -> OPEN\n");
  }

  @Test
  void timesCountFromTheFirstStart() throws Exception {
    play(call(1_795_998_231_063L, OK, 5), call(1_795_998_231_000L, FAIL, 5));

    assertThat(trace).hasToString("""
            5 FAIL of 0 CLOSED
            68 OK of 63 CLOSED
            """);
  }

  @Test
  void linesAreReorderedWithinTheLimit() throws Exception {
    play(call(2_000, OK, 0), call(1_000, OK, 0), call(1_500, OK, 0));

    assertThat(trace).hasToString("""
            0 OK of 0 CLOSED
            500 OK of 500 CLOSED
            1000 OK of 1000 CLOSED
            """);
  }

  @Test
  void aLineBeyondTheLimitIsRefusedWithHowLateItIs() throws Exception {
    replay.add(call(2_001, OK, 0), 1);

    assertThatThrownBy(() -> replay.add(call(1_000, OK, 0), 2))
        .isInstanceOf(BadLineException.class)
        .hasMessage(
            "this call starts 1001 ms before the newest time seen, but --reorder allows 1000 ms");
  }

  @Test
  void aLongCallAtTheBeginningIsNotLateThoughItsLineIs() throws Exception {
    replay.add(RecordedCall.endedAt(ms(9_000), ms(9_000), OK), 1);

    assertThatThrownBy(() -> replay.add(RecordedCall.endedAt(ms(9_001), ms(1_002), OK), 2))
        .hasMessageStartingWith("this call starts 1001 ms before the newest time seen");
  }

  @Test
  void playsOnlyWhatNoLaterLineCanComeBefore() throws Exception {
    replay.add(call(0, OK, 0), 1);
    replay.add(call(1_000, OK, 0), 2);
    assertThat(trace).asString().isEmpty();

    replay.add(call(1_001, OK, 0), 3);
    assertThat(trace).hasToString("0 OK of 0 CLOSED\n");
  }

  private Replay replay(UnaryOperator<CircuitBreaker.Builder> changes) {
    return new Replay(
        time -> changes.apply(twoInARow().timeSource(time)).build(),
        Duration.ofSeconds(1),
        List.of(trace));
  }

  private static CircuitBreaker.Builder twoInARow() {
    return CircuitBreaker.builder("test")
        .tripWhen(TripRule.consecutiveFailures(2))
        .cooldown(Backoff.fixed(Duration.ofMillis(100)))
        .recovery(Recovery.consecutive(1));
  }

  private void play(RecordedCall... calls) throws BadLineException {
    for (RecordedCall call : calls) {
      replay.add(call, ++line);
    }
    replay.finish();
  }

  private static RecordedCall call(long startMillis, RecordedOutcome outcome, long durationMillis)
      throws BadLineException {
    return RecordedCall.startedAt(ms(startMillis), ms(durationMillis), outcome);
  }

  private static long ms(long millis) {
    return millis * 1_000_000;
  }
}
