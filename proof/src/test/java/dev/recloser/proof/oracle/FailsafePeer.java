package dev.recloser.proof.oracle;

import dev.failsafe.CircuitBreaker;
import dev.failsafe.CircuitBreakerBuilder;
import dev.failsafe.CircuitBreakerOpenException;
import dev.failsafe.Failsafe;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import java.time.Duration;

/** The breaker of the published Failsafe. It cannot be given a clock, so the end of its delay is played by hand. */
final class FailsafePeer implements Peer {
  private static final Duration NEVER = Duration.ofDays(10_000);

  private final FailsafeSetup setup;
  private final CircuitBreakerBuilder<Object> builder;
  private CircuitBreaker<Object> breaker;
  private long cooldownEnd;
  private long rejected;

  FailsafePeer(FailsafeSetup setup) {
    this.setup = setup;
    builder = CircuitBreaker.<Object>builder()
        .withDelay(NEVER)
        .withSuccessThreshold(setup.successes(), setup.probes());
    switch (setup.rule()) {
      case CONSECUTIVE -> builder.withFailureThreshold(setup.failures());
      case OF_LAST -> builder.withFailureThreshold(setup.failures(), setup.calls());
      case RATE -> builder.withFailureRateThreshold(setup.failures(), setup.calls(), NEVER);
    }
    if (setup.exceptionsNamed()) {
      builder.handle(Ending.Recorded.class);
    }
    if (setup.judgesResults()) {
      builder.handleResultIf(Ending::isBad);
    }
    breaker = builder.build();
  }

  @Override
  public void restart(long at, long refusals) {
    breaker = builder.build();
    rejected = refusals;
  }

  @Override
  public void begin() {}

  @Override
  public boolean play(PeerAction action) {
    boolean wasOpen = breaker.isOpen();
    boolean permitted = true;
    long end = action.at();
    if (action instanceof PeerAction.Acquire) {
      coolDown(action.at());
      permitted = breaker.tryAcquirePermit();
    } else if (action instanceof PeerAction.Call call) {
      coolDown(action.at());
      wasOpen = breaker.isOpen();
      permitted = call(call);
      end += call.duration();
    } else if (action instanceof PeerAction.Report report) {
      report(report.ending());
    } else if (action instanceof PeerAction.Refuse) {
      permitted = false;
    } else if (action instanceof PeerAction.Probe probe) {
      probe(probe);
    } else {
      move((PeerAction.Move) action);
    }
    if (!permitted) {
      rejected++;
    }
    if (!wasOpen && breaker.isOpen() && !(action instanceof PeerAction.Move)) {
      cooldownEnd = end + setup.cooldown(1);
    }
    return permitted;
  }

  private void coolDown(long at) {
    if (breaker.isOpen() && at >= cooldownEnd) {
      breaker.halfOpen();
    }
  }

  private boolean call(PeerAction.Call call) {
    try {
      var unused = Failsafe.with(breaker).get(() -> call.ending().end());
    } catch (CircuitBreakerOpenException refusal) {
      return false;
    } catch (RuntimeException | Ending.Broken thrown) {
      // The trace asked for it.
    }
    return true;
  }

  private void report(Ending ending) {
    switch (ending) {
      case SUCCESS -> breaker.recordSuccess();
      case RECORDED, IGNORED, NEITHER -> breaker.recordException(ending.exception());
      case GOOD_RESULT, BAD_RESULT, NULL_RESULT -> breaker.recordResult(ending.result());
      case ERROR -> breaker.recordException(new Ending.Broken());
      case RELEASED -> throw new AssertionError(ending);
    }
  }

  private void probe(PeerAction.Probe probe) {
    breaker.close();
    breaker.halfOpen();
    for (long i = 0; i < probe.succeeded() + probe.failed(); i++) {
      breaker.tryAcquirePermit();
      report(i < probe.succeeded() ? Ending.SUCCESS : Ending.RECORDED);
    }
    for (int i = 0; i < probe.running(); i++) {
      breaker.tryAcquirePermit();
    }
  }

  private void move(PeerAction.Move move) {
    if (move.hand() == Hand.RESET) {
      breaker.close();
    } else {
      breaker.open();
      cooldownEnd = move.at() + move.duration();
    }
  }

  @Override
  public Reading read(long at, boolean permitted) {
    State state = State.valueOf(breaker.getState().name());
    if (state == State.OPEN) {
      return Reading.unrecorded(permitted, state, rejected, 0);
    }
    return new Reading(
        permitted,
        state,
        breaker.getExecutionCount(),
        breaker.getFailureCount(),
        0,
        false,
        0,
        rejected,
        0);
  }
}
