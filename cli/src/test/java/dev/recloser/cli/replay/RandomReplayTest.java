package dev.recloser.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.Recovery;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** Random logs, out of order and overlapping, played as a stream and in the naive way. */
class RandomReplayTest {
  private static final int DISORDER_MILLIS = 300;
  private static final int LONGEST_MILLIS = 200;

  @RepeatedTest(200)
  void streamsToTheSameDecisionsAsSortingAllFirst(RepetitionInfo repetition) throws Exception {
    int seed = repetition.getCurrentRepetition();
    List<RecordedCall> calls = log(new Random(seed));
    Trace streamed = new Trace();
    Trace sorted = new Trace();

    Duration reorder = Duration.ofMillis(DISORDER_MILLIS + LONGEST_MILLIS);
    Replay replay = new Replay(time -> breaker(seed, time), reorder, List.of(streamed));
    for (int line = 0; line < calls.size(); line++) {
      replay.add(calls.get(line), line + 1);
    }
    replay.finish();
    new NaiveReplay(time -> breaker(seed, time), sorted).play(calls);

    assertThat(streamed.toString()).as("seed %d", seed).isEqualTo(sorted.toString());
    assertThat(streamed.toString().lines().filter(line -> !line.contains("->")))
        .hasSameSizeAs(calls);
  }

  private static List<RecordedCall> log(Random random) throws BadLineException {
    List<RecordedCall> calls = new ArrayList<>();
    Map<RecordedCall, Integer> written = new HashMap<>();
    boolean atEnd = random.nextBoolean();
    int millis = 0;
    for (int i = 0; i < 2_000; i++) {
      millis += random.nextInt(4) == 0 ? random.nextInt(30) : 0;
      RecordedCall call = call(random, atEnd, millis);
      calls.add(call);
      written.put(call, millis + random.nextInt(DISORDER_MILLIS));
    }
    calls.sort(Comparator.comparing(written::get));
    return calls;
  }

  private static RecordedCall call(Random random, boolean atEnd, int millis)
      throws BadLineException {
    boolean outage = millis / 1_000 % 2 == 1;
    int share = random.nextInt(10);
    RecordedOutcome outcome = share == 0
        ? RecordedOutcome.IGNORED
        : share < (outage ? 9 : 2) ? RecordedOutcome.FAIL : RecordedOutcome.OK;
    long at = millis * 1_000_000L;
    long duration = random.nextInt(3) == 0 ? 0 : random.nextInt(LONGEST_MILLIS) * 1_000_000L;
    return atEnd
        ? RecordedCall.endedAt(at, duration, outcome)
        : RecordedCall.startedAt(at, duration, outcome);
  }

  private static CircuitBreaker breaker(int seed, ManualTimeSource time) {
    List<TripRule> rules = List.of(
        TripRule.failureRate(0.5).overCalls(20).minimumCalls(10),
        TripRule.failureRate(0.4).over(Duration.ofMillis(500)).minimumCalls(5),
        TripRule.slowCallRate(0.7, Duration.ofMillis(100)).overCalls(10),
        TripRule.consecutiveFailures(4));
    return CircuitBreaker.builder("random")
        .tripWhen(rules.get(seed % rules.size()))
        .cooldown(
            Backoff.exponential(Duration.ofMillis(50), 2, Duration.ofSeconds(1)).withJitter(0.2))
        .recovery((seed / 4 % 2 == 0 ? Recovery.probes(3) : Recovery.consecutive(2)).lease(LEASE))
        .eagerHalfOpen(seed / 8 % 2 == 0)
        .random(new Random(seed))
        .timeSource(time)
        .build();
  }

  private static final Duration LEASE = Duration.ofMillis(120);
}
