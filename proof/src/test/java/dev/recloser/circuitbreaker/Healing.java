package dev.recloser.circuitbreaker;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import java.time.Duration;
import java.util.List;

/**
 * Plays a dependency that is healthy from now on, and counts how many steps it takes the breaker to close for good.
 * Permits that are out never report. A state that only a hand can end is ended by a hand first.
 */
final class Healing {
  private static final int MOST_STEPS = 60;

  /** More than the largest window holds: no failure from before may trip later. */
  private static final int GOOD_CALLS_IN_A_ROW = 8;

  private static final Duration QUARTER = Duration.ofMinutes(15);
  private static final int QUARTERS = 3;

  private final World world;
  private final CircuitBreaker breaker;

  /** Who was out before never reports. */
  private final List<Held> silent;

  private int steps;

  private Healing(World world) {
    this.world = world;
    this.breaker = world.breaker;
    this.silent = List.copyOf(world.held);
  }

  /** Returns how many steps it took. */
  static int ofFastDependency(World world) {
    Healing healing = new Healing(world);
    world.checksAnswer = true;
    healing.liftOverrides();
    int inARow = 0;
    while (inARow < GOOD_CALLS_IN_A_ROW) {
      boolean closed = healing.breaker.state() == State.CLOSED;
      inARow = healing.call() && closed ? inARow + 1 : 0;
      healing.countStep();
    }
    return healing.steps - GOOD_CALLS_IN_A_ROW;
  }

  /** The same for one whose answers take 45 minutes, longer than the first lease, while others ask. */
  static int ofSlowDependency(World world) {
    Healing healing = new Healing(world);
    healing.liftOverrides();
    while (healing.breaker.state() != State.CLOSED) {
      if (world.breaker.config().recovery().healthCheck() != null) {
        healing.checkSlowly();
      } else {
        healing.callSlowly();
      }
      healing.countStep();
    }
    return healing.steps;
  }

  private void liftOverrides() {
    switch (breaker.state()) {
      case FORCED_OPEN, DISABLED, METRICS_ONLY -> breaker.reset();
      default -> {}
    }
  }

  /** Calls once; if that is refused, waits as long as the refusal says, or until something changes. */
  private boolean call() {
    boolean passed = breaker.callOrElse(() -> true, refusal -> false);
    CircuitBreakerSnapshot snapshot = breaker.snapshot();
    Duration wait = passed ? Duration.ZERO : snapshot.retryAfter().orElse(Duration.ZERO);
    if (snapshot.admittedShare().isPresent() || (!passed && wait.isZero())) {
      wait = world.model.tick();
    }
    world.time.advance(wait);
    return passed;
  }

  private void callSlowly() {
    breaker.tryAcquire().ifPresent(slow -> {
      for (int quarter = 0; quarter < QUARTERS; quarter++) {
        world.time.advance(QUARTER);
        breaker.tryAcquire().ifPresent(Permit::released);
      }
      slow.succeeded();
    });
    world.time.advance(QUARTER);
  }

  /** Asks, and waits a quarter; then those health checks answer that have run long enough. */
  private void checkSlowly() {
    breaker.tryAcquire().ifPresent(Permit::released);
    world.time.advance(QUARTER);
    List<Held> answering = world.held.stream()
        .filter(check -> !silent.contains(check))
        .filter(check -> world.now() - check.since() >= QUARTERS * QUARTER.toNanos())
        .toList();
    world.held.removeAll(answering);
    answering.forEach(check -> check.reporter().accept(Action.PERMIT_SUCCEEDS));
  }

  private void countStep() {
    steps++;
    Broken.unless(
        steps <= MOST_STEPS,
        "a healthy dependency must get the breaker to close",
        breaker.snapshot());
  }
}
