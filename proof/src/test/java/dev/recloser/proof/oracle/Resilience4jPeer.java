package dev.recloser.proof.oracle;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.proof.oracle.Resilience4jSetup.Exceptions;
import io.github.resilience4j.circuitbreaker.CallNotPermittedException;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.github.resilience4j.circuitbreaker.IllegalStateTransitionException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;

/** The breaker of the published Resilience4j, on a clock that is set by hand. */
final class Resilience4jPeer implements Peer {
  private static final Duration UNREACHABLE = Duration.ofDays(10_000);

  private final HandClock clock = new HandClock();
  private final CircuitBreakerConfig config;
  private CircuitBreaker breaker;
  private long rejected;
  private int opening;

  Resilience4jPeer(Resilience4jSetup setup) {
    config = config(setup);
    breaker = CircuitBreaker.of("theirs", config);
  }

  @SuppressWarnings("unchecked") // An array of one class.
  private CircuitBreakerConfig config(Resilience4jSetup setup) {
    boolean slow = setup.slowPercent() > 0;
    CircuitBreakerConfig.Builder config = CircuitBreakerConfig.custom()
        .clock(clock)
        .currentTimestampFunction(ignored -> clock.nanos, TimeUnit.NANOSECONDS)
        .slidingWindow(
            setup.size(),
            setup.minimum(),
            setup.hasSlices() ? SlidingWindowType.TIME_BASED : SlidingWindowType.COUNT_BASED,
            SlidingWindowSynchronizationStrategy.SYNCHRONIZED)
        .failureRateThreshold(setup.failurePercent())
        .slowCallRateThreshold(slow ? setup.slowPercent() : 100)
        .slowCallDurationThreshold(slow ? Duration.ofNanos(setup.slowThreshold()) : UNREACHABLE)
        .permittedNumberOfCallsInHalfOpenState(setup.probes())
        .waitIntervalFunctionInOpenState(number -> {
          opening = number;
          return setup.cooldown(number) / 1_000_000;
        })
        .writableStackTraceEnabled(false);
    if (setup.exceptions() != Exceptions.NONE_NAMED) {
      config.ignoreExceptions(Ending.Ignored.class);
    }
    if (setup.exceptions() == Exceptions.BOTH_NAMED) {
      config.recordExceptions(Ending.Recorded.class);
    }
    if (setup.judgesResults()) {
      config.recordResult(Ending::isBad);
    }
    return config.build();
  }

  @Override
  public void restart(long at, long refusals) {
    clock.nanos = at;
    breaker = CircuitBreaker.of("theirs", config);
    rejected = refusals;
    opening = 0;
  }

  @Override
  public void begin() {
    opening = 0;
  }

  @Override
  public boolean play(PeerAction action) {
    clock.nanos = action.at();
    long before = refusals();
    boolean permitted = true;
    if (action instanceof PeerAction.Acquire) {
      permitted = breaker.tryAcquirePermission();
    } else if (action instanceof PeerAction.Call call) {
      permitted = call(call);
    } else if (action instanceof PeerAction.Report report) {
      permitted = taken(report);
    } else if (action instanceof PeerAction.Move move) {
      move(move);
    } else if (action instanceof PeerAction.Adopt adopt) {
      breaker.transitionToOpenStateFor(Duration.ofNanos(adopt.cooldown()));
      opening = adopt.opening();
    } else if (action instanceof PeerAction.Refuse) {
      rejected++;
      return false;
    }
    if (!permitted) {
      rejected += refusals() - before;
    }
    return permitted;
  }

  private boolean call(PeerAction.Call call) {
    try {
      var unused = breaker.executeCallable(() -> {
        clock.nanos += call.duration();
        return call.ending().end();
      });
    } catch (CallNotPermittedException refusal) {
      return false;
    } catch (Exception | Ending.Broken thrown) {
      // The trace asked for it.
    }
    return true;
  }

  private boolean taken(PeerAction.Report report) {
    try {
      report(report.ending(), report.duration());
      return true;
    } catch (ArithmeticException fault) {
      return false;
    }
  }

  private void report(Ending ending, long duration) {
    switch (ending) {
      case SUCCESS -> breaker.onSuccess(duration, TimeUnit.NANOSECONDS);
      case RECORDED, IGNORED, NEITHER ->
        breaker.onError(duration, TimeUnit.NANOSECONDS, ending.exception());
      case GOOD_RESULT, BAD_RESULT, NULL_RESULT ->
        breaker.onResult(duration, TimeUnit.NANOSECONDS, ending.result());
      case ERROR -> breaker.onError(duration, TimeUnit.NANOSECONDS, new Ending.Broken());
      case RELEASED -> breaker.releasePermission();
    }
  }

  private void move(PeerAction.Move move) {
    try {
      switch (move.hand()) {
        case RESET -> {
          breaker.reset();
          opening = 0;
        }
        case FORCE_OPEN -> breaker.transitionToForcedOpenState();
        case DISABLE -> breaker.transitionToDisabledState();
        case METRICS_ONLY -> breaker.transitionToMetricsOnlyState();
        case TRIP -> breaker.transitionToOpenStateFor(Duration.ofNanos(move.duration()));
        case OPEN -> breaker.transitionToOpenState();
        case CLOSE -> breaker.transitionToClosedState();
      }
    } catch (IllegalStateTransitionException refused) {
      // It stays where it is, which the comparison sees.
    }
  }

  @Override
  public Reading read(long at, boolean permitted) {
    clock.nanos = at;
    State state = State.valueOf(breaker.getState().name());
    boolean halfOpen = state == State.HALF_OPEN;
    if (!halfOpen && state != State.CLOSED && state != State.METRICS_ONLY) {
      return Reading.unrecorded(permitted, state, rejected, opening);
    }
    CircuitBreaker.Metrics metrics = breaker.getMetrics();
    return new Reading(
        permitted,
        state,
        metrics.getNumberOfBufferedCalls(),
        metrics.getNumberOfFailedCalls(),
        metrics.getNumberOfSlowCalls(),
        !halfOpen && metrics.getFailureRate() >= 0,
        halfOpen ? freePermits() : 0,
        rejected,
        opening);
  }

  /** Returns how many permits are left, by taking them all and giving them back. */
  private int freePermits() {
    int free = 0;
    while (breaker.tryAcquirePermission()) {
      free++;
    }
    for (int i = 0; i < free; i++) {
      breaker.releasePermission();
    }
    return free;
  }

  private long refusals() {
    return breaker.getMetrics().getNumberOfNotPermittedCalls();
  }

  private static final class HandClock extends Clock {
    private long nanos;

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochSecond(0, nanos);
    }
  }
}
