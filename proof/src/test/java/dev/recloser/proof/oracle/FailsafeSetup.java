package dev.recloser.proof.oracle;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreakerConfig;
import dev.recloser.circuitbreaker.Recovery;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.random.RandomGenerator;

/**
 * Settings that both our breaker and Failsafe's have. Failsafe reads the system's clock, so its windows must not age and
 * its cooldown is played by hand.
 *
 * @param rule what trips
 * @param failures how many failures trip; the percentage of them for a rate
 * @param calls among how many calls; the minimum of calls for a rate
 * @param successes how many probes must succeed
 * @param probes of how many
 * @param exceptionsNamed whether one type of exception alone is a failure
 * @param judgesResults whether bad results are failures
 */
record FailsafeSetup(
    Rule rule,
    int failures,
    int calls,
    int successes,
    int probes,
    boolean exceptionsNamed,
    boolean judgesResults)
    implements Setup {

  private static final long SECOND = 1_000_000_000L;

  private static final List<Ending> ENDINGS =
      List.copyOf(EnumSet.complementOf(EnumSet.of(Ending.RELEASED)));

  /** As many calls as no trace makes. */
  private static final int ALL = 1_000;

  enum Rule {
    CONSECUTIVE,
    OF_LAST,
    RATE
  }

  static FailsafeSetup random(RandomGenerator random) {
    Rule rule = Rule.values()[random.nextInt(3)];
    int calls = 1 + random.nextInt(10);
    int probes = 1 + random.nextInt(5);
    return new FailsafeSetup(
        rule,
        rule == Rule.RATE ? 1 + random.nextInt(100) : 1 + random.nextInt(calls),
        calls,
        1 + random.nextInt(probes),
        probes,
        random.nextBoolean(),
        random.nextBoolean());
  }

  @Override
  public long tick() {
    return SECOND;
  }

  @Override
  public long lease() {
    return 12 * SECOND;
  }

  @Override
  public long cooldown(int opening) {
    return 5 * SECOND;
  }

  @Override
  public long slowThreshold() {
    return Long.MAX_VALUE;
  }

  @Override
  public boolean fails(Ending ending) {
    return switch (ending) {
      case RECORDED -> true;
      case IGNORED, NEITHER -> !exceptionsNamed;
      case BAD_RESULT, NULL_RESULT -> judgesResults;
      case SUCCESS, GOOD_RESULT, ERROR, RELEASED -> false;
    };
  }

  @Override
  public boolean reopens(long failed, long slow, long among) {
    return failed > among - successes;
  }

  @Override
  public boolean records(Ending ending) {
    return ending != Ending.ERROR;
  }

  @Override
  public Reading comparable(Reading reading) {
    boolean counts = reading.isHalfOpen() || rule != Rule.CONSECUTIVE;
    return new Reading(
        reading.permitted(),
        reading.state(),
        counts ? reading.calls() : 0,
        counts ? reading.failed() : 0,
        0,
        false,
        0,
        reading.rejected(),
        0);
  }

  /** Failsafe has no way to give a permit back. */
  @Override
  public List<Ending> endings() {
    return ENDINGS;
  }

  @Override
  public List<Hand> hands() {
    return List.of(Hand.RESET, Hand.TRIP);
  }

  @Override
  @SuppressWarnings("unchecked") // An array of one class.
  public CircuitBreaker ours(ManualTimeSource time, IntConsumer openings) {
    TripRule trips = switch (rule) {
      case CONSECUTIVE -> TripRule.consecutiveFailures(failures);
      case OF_LAST -> new FailuresOfLast(failures, calls);
      case RATE -> TripRule.failureRate(failures / 100.0).overCalls(ALL).minimumCalls(calls);
    };
    double tooMany = (double) (probes - successes + 1) / probes;
    CircuitBreakerConfig.Builder config = CircuitBreakerConfig.builder()
        .tripWhen(trips)
        .cooldown((opening, previous, random) -> {
          openings.accept(opening);
          return Duration.ofNanos(cooldown(opening));
        })
        .recovery(Recovery.probes(probes).failureRate(tooMany).lease(Duration.ofNanos(lease())))
        .timeSource(time);
    if (exceptionsNamed) {
      config.failOn(Ending.Recorded.class);
    }
    if (judgesResults) {
      config.failOnResult(Ending::isBad);
    }
    return CircuitBreaker.of("ours", config.build());
  }

  @Override
  public Peer theirs() {
    return new FailsafePeer(this);
  }
}
