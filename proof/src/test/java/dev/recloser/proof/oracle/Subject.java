package dev.recloser.proof.oracle;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerSnapshot;
import dev.recloser.circuitbreaker.CircuitOpenException;
import dev.recloser.circuitbreaker.Permit;
import dev.recloser.circuitbreaker.ProbeSnapshot;
import dev.recloser.circuitbreaker.RuleSnapshot;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Our breaker, as a trace plays on it. */
final class Subject {
  private final ManualTimeSource time = new ManualTimeSource();
  private final CircuitBreaker breaker;
  private final Map<Integer, Permit> permits = new HashMap<>();
  private int opening;
  private long stragglers;

  Subject(Setup setup) {
    breaker = setup.ours(time, number -> opening = number);
  }

  long now() {
    return time.elapsed().toNanos();
  }

  State state() {
    return breaker.state();
  }

  void advance(long nanos) {
    time.advance(Duration.ofNanos(nanos));
  }

  /** Forgets the opening of the step before. */
  void begin() {
    opening = 0;
  }

  boolean acquire(int id) {
    boolean admits = breaker.admits();
    Permit permit = breaker.tryAcquire().orElse(null);
    if (permit != null) {
      permits.put(id, permit);
    }
    // A reclaimed lease that reopens the breaker is the one case that a pure query foresees as
    // well.
    if (admits != (permit != null)) {
      throw new AssertionError("admits() said " + admits + ", tryAcquire() did otherwise");
    }
    return permit != null;
  }

  /** Makes a call; the task is told that it has begun. */
  boolean call(Ending ending, long nanos, Runnable begun) {
    boolean[] ran = new boolean[1];
    try {
      Object result = breaker.<Object, Exception>call(() -> {
        ran[0] = true;
        begun.run();
        advance(nanos);
        return ending.end();
      });
      require(result == ending.result());
    } catch (CircuitOpenException refusal) {
      require(!ran[0]);
    } catch (Ending.Broken error) {
      require(ending == Ending.ERROR);
    } catch (Exception exception) {
      require(
          ending.exception() != null && ending.exception().getClass().equals(exception.getClass()));
    }
    return ran[0];
  }

  void end(int id, Ending ending) {
    Permit permit = permits.remove(id);
    switch (ending) {
      case SUCCESS -> permit.succeeded();
      case RECORDED, IGNORED, NEITHER -> permit.failed(ending.exception());
      case GOOD_RESULT, BAD_RESULT, NULL_RESULT -> permit.succeeded(ending.result());
      case ERROR -> permit.failed(new Ending.Broken());
      case RELEASED -> permit.released();
    }
  }

  void move(Hand hand, long nanos) {
    switch (hand) {
      case RESET -> breaker.reset();
      case FORCE_OPEN -> breaker.forceOpen();
      case DISABLE -> breaker.disable();
      case METRICS_ONLY -> breaker.metricsOnly();
      case TRIP -> breaker.trip(Duration.ofNanos(nanos), "trace");
      case OPEN, CLOSE -> throw new AssertionError(hand);
    }
  }

  /** Returns how many calls had outlived their state when it was last read. */
  long stragglers() {
    return stragglers;
  }

  Reading read(boolean permitted) {
    CircuitBreakerSnapshot now = breaker.snapshot();
    stragglers = now.stragglers();
    if (now.probes().isPresent()) {
      ProbeSnapshot probes = now.probes().get();
      return new Reading(
          permitted,
          now.state(),
          probes.ended(),
          probes.failed(),
          probes.slow(),
          false,
          probes.free(),
          now.rejected(),
          opening);
    }
    if (now.rules().isEmpty() || now.state() == State.OPEN) {
      return Reading.unrecorded(permitted, now.state(), now.rejected(), opening);
    }
    RuleSnapshot failures = now.rules().get(0);
    long slow = now.rules().size() > 1 ? now.rules().get(1).bad() : 0;
    return new Reading(
        permitted,
        now.state(),
        failures.calls(),
        failures.bad(),
        slow,
        failures.rate().isPresent(),
        0,
        now.rejected(),
        opening);
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new AssertionError("the caller did not get what the task did");
    }
  }
}
