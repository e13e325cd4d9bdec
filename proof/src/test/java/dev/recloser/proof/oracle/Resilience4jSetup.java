package dev.recloser.proof.oracle;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreakerConfig;
import dev.recloser.circuitbreaker.RateRule;
import dev.recloser.circuitbreaker.Recovery;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.random.RandomGenerator;

/**
 * Settings that both our breaker and Resilience4j's have.
 *
 * @param window what the window holds
 * @param size how many calls, or seconds
 * @param minimum how many calls it takes to judge
 * @param failurePercent the failure rate that trips
 * @param slowPercent the slow call rate that trips; 0 for no such rule
 * @param exceptions which exceptions are named
 * @param judgesResults whether bad results are failures
 * @param probes how many calls are let through half-open
 * @param growing whether each cooldown in a row is longer than the one before
 * @param tick the unit of time, in nanoseconds
 */
record Resilience4jSetup(
    Window window,
    int size,
    int minimum,
    int failurePercent,
    int slowPercent,
    Exceptions exceptions,
    boolean judgesResults,
    int probes,
    boolean growing,
    long tick)
    implements Setup {

  private static final long SECOND = 1_000_000_000L;
  private static final List<Ending> ENDINGS = List.of(Ending.values());
  private static final int COOLDOWN_TICKS = 5;
  private static final int LEASE_TICKS = 12;
  private static final int SLOW_TICKS = 2;
  private static final int LONGEST_COOLDOWN = 4;

  enum Window {
    CALLS,
    SECONDS
  }

  enum Exceptions {
    NONE_NAMED,
    IGNORED_NAMED,
    BOTH_NAMED
  }

  static Resilience4jSetup random(RandomGenerator random) {
    boolean byCalls = random.nextInt(5) < 3;
    // Ten slices of ours are as long as so many of the peer's seconds.
    int seconds = 1 + random.nextInt(3);
    int size = byCalls ? 1 + random.nextInt(12) : 10 * seconds;
    // One trace in ten with a time window leaves the grid on which both have the same slices.
    long tick = byCalls || random.nextInt(10) > 0 ? seconds * SECOND : 300_000_000;
    return new Resilience4jSetup(
        byCalls ? Window.CALLS : Window.SECONDS,
        size,
        1 + random.nextInt(Math.min(size, 10)),
        random.nextBoolean() ? 50 : 1 + random.nextInt(100),
        random.nextInt(3) == 0 ? 0 : 20 + random.nextInt(81),
        Exceptions.values()[random.nextInt(3)],
        random.nextBoolean(),
        1 + random.nextInt(6),
        random.nextBoolean(),
        tick);
  }

  @Override
  public long lease() {
    return LEASE_TICKS * tick;
  }

  @Override
  public long cooldown(int opening) {
    return COOLDOWN_TICKS * tick * (growing ? Math.min(opening, LONGEST_COOLDOWN) : 1);
  }

  @Override
  public long slowThreshold() {
    return slowPercent == 0 ? Long.MAX_VALUE : SLOW_TICKS * tick;
  }

  @Override
  public boolean fails(Ending ending) {
    return switch (ending) {
      case RECORDED -> true;
      case IGNORED -> exceptions == Exceptions.NONE_NAMED;
      case NEITHER -> exceptions != Exceptions.BOTH_NAMED;
      case BAD_RESULT, NULL_RESULT -> judgesResults;
      case SUCCESS, GOOD_RESULT, ERROR, RELEASED -> false;
    };
  }

  @Override
  public boolean records(Ending ending) {
    return switch (ending) {
      case ERROR, RELEASED -> false;
      case IGNORED -> exceptions == Exceptions.NONE_NAMED;
      default -> true;
    };
  }

  /** Returns whether the counts of a window trip, once more and by plain arithmetic. */
  boolean trips(Counts counts) {
    return counts.calls() >= minimum
        && (counts.failed() * 100.0 / counts.calls() >= failurePercent
            || (slowPercent > 0 && counts.slow() * 100.0 / counts.calls() >= slowPercent));
  }

  @Override
  public boolean reopens(long failed, long slow, long among) {
    return failed * 100.0 / among >= failurePercent
        || (slowPercent > 0 && slow * 100.0 / among >= slowPercent);
  }

  /** Returns how far back a time window reaches, in nanoseconds. */
  long span() {
    return size * SECOND;
  }

  /** Returns how many probes the peer judges by. */
  int probesThatDecide() {
    return Math.min(minimum, probes);
  }

  /** Returns how much of a time window may be cut off by its slices, at most, in nanoseconds. */
  long coarsestSlice() {
    return Math.max(SECOND, size * SECOND / 10);
  }

  /** Returns whether time moves in steps that one window's slices do not begin at, and the other's may. */
  boolean slicesDiffer() {
    return hasSlices() && tick % coarsestSlice() != 0;
  }

  boolean hasSlices() {
    return window == Window.SECONDS;
  }

  @Override
  public List<Ending> endings() {
    return ENDINGS;
  }

  @Override
  public List<Hand> hands() {
    return List.of(Hand.RESET, Hand.FORCE_OPEN, Hand.DISABLE, Hand.METRICS_ONLY, Hand.TRIP);
  }

  @Override
  @SuppressWarnings("unchecked") // An array of two classes.
  public CircuitBreaker ours(ManualTimeSource time, IntConsumer openings) {
    RateRule failures = windowed(TripRule.failureRate(failurePercent / 100.0));
    CircuitBreakerConfig.Builder config = CircuitBreakerConfig.builder();
    if (slowPercent == 0) {
      config.tripWhen(failures);
    } else {
      Duration threshold = Duration.ofNanos(slowThreshold());
      config.tripWhen(failures, windowed(TripRule.slowCallRate(slowPercent / 100.0, threshold)));
    }
    if (exceptions != Exceptions.NONE_NAMED) {
      config.ignore(Ending.Ignored.class);
    }
    if (exceptions == Exceptions.BOTH_NAMED) {
      config.failOn(Ending.Recorded.class);
    }
    if (judgesResults) {
      config.failOnResult(Ending::isBad);
    }
    return CircuitBreaker.of(
        "ours",
        config
            .cooldown((opening, previous, random) -> {
              openings.accept(opening);
              return Duration.ofNanos(cooldown(opening));
            })
            .recovery(Recovery.probes(probes).lease(Duration.ofNanos(lease())))
            .timeSource(time)
            .build());
  }

  private RateRule windowed(RateRule rule) {
    RateRule windowed =
        window == Window.CALLS ? rule.overCalls(size) : rule.over(Duration.ofSeconds(size));
    return windowed.minimumCalls(minimum);
  }

  @Override
  public Peer theirs() {
    return new Resilience4jPeer(this);
  }
}
