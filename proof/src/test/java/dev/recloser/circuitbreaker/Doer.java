package dev.recloser.circuitbreaker;

import dev.recloser.Outcome;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Does steps to a world: to the plain breaker first, and then to the real one. */
final class Doer {
  private final World world;
  private final CircuitBreaker breaker;
  private final PlainBreaker plain;

  /** Of the call that is being made: whether it ran, and whether it was late when it ended. */
  private boolean passed;

  private boolean late;

  Doer(World world) {
    this.world = world;
    this.breaker = world.breaker;
    this.plain = world.plain;
  }

  Effect run(Step step) {
    world.checksBreak = step.action() == Action.TRY_ACQUIRE_WHILE_CHECKS_BREAK;
    world.backoffBreaks = step.action().name().endsWith("AS_BACKOFF_BREAKS");
    plain.machine().beginStep();
    try {
      return switch (step.action().kind) {
        case ASK -> ask(step.action());
        case CALL -> call(step.action());
        case REPORT -> report(step);
        case TIME -> advance();
        case HAND -> byHand(step.action());
      };
    } finally {
      world.forgetOlderLateOnes();
      world.checksBreak = false;
      world.backoffBreaks = false;
    }
  }

  private Effect ask(Action action) {
    PlainLeave leave = plain.ask();
    Optional<Permit> permit = Optional.empty();
    try {
      permit = action == Action.ACQUIRE ? Optional.of(breaker.acquire()) : breaker.tryAcquire();
    } catch (CircuitOpenException refused) {
      // That no permit was granted is told below.
    }
    if (permit.isPresent() && leave != null) {
      world.held.add(Held.of(permit.get(), leave, world.now()));
    }
    return new Effect(permit.isPresent(), leave != null, null, false);
  }

  private Effect report(Step step) {
    Held permit = world.held.remove(step.held());
    Outcome outcome = step.action().outcome;
    if (outcome == null) {
      world.lost.add(permit.grant());
      return Effect.NONE;
    }
    boolean comesLate = plain.isLate(permit.leave());
    plain.end(permit.leave(), outcome);
    permit.reporter().accept(step.action());
    return new Effect(false, false, outcome, comesLate);
  }

  private Effect advance() {
    plain.timePasses(world.now() + world.model.tick().toNanos());
    world.time.advance(world.model.tick());
    return Effect.NONE;
  }

  private Effect byHand(Action action) {
    if (action == Action.RECONFIGURE) {
      world.reconfigure();
      return Effect.NONE;
    }
    plain.machine().byHand(action);
    switch (action) {
      case FORCE_OPEN -> breaker.forceOpen();
      case DISABLE -> breaker.disable();
      case METRICS_ONLY -> breaker.metricsOnly();
      case RESET -> breaker.reset();
      case TRIP -> breaker.trip(world.model.cooldown(1), "the model says so");
      default -> throw new IllegalArgumentException(action.toString());
    }
    return Effect.NONE;
  }

  private Effect call(Action action) {
    passed = false;
    late = false;
    PlainLeave leave = plain.ask();
    try {
      if (action.name().startsWith("STAGE")) {
        stage(action, leave);
      } else if (action.name().startsWith("RUN")) {
        breaker.run(() -> task(action, leave));
      } else {
        var unused = breaker.call(() -> {
          task(action, leave);
          return "fine";
        });
      }
    } catch (CircuitOpenException refused) {
      // That the task did not run is told below.
    } catch (IOException | AssertionError own) {
      // The task's own: that it reaches the caller unchanged is for other tests to show.
    }
    return new Effect(passed, leave != null, passed ? action.outcome : null, late);
  }

  /** What the guarded code does. */
  private void task(Action action, @Nullable PlainLeave leave) throws IOException {
    passed = true;
    if (action == Action.CALL_NESTS_AND_SUCCEEDS || action == Action.CALL_NESTS_AND_FAILS) {
      plain.nest(leave == null ? PlainLeave.NONE : leave);
      int unused = breaker.callOrElse(() -> 0, refusal -> 1);
    }
    if (action == Action.CALL_SUCCEEDS_AFTER_A_RESET || action == Action.CALL_FAILS_AFTER_A_RESET) {
      plain.machine().byHand(Action.RESET);
      breaker.reset();
    }
    end(action, leave);
    if (action == Action.CALL_FAILS_AS_CLASSIFIER_BREAKS) {
      throw Thrown.BREAKS_CLASSIFIER;
    }
    if (action == Action.CALL_IS_IGNORED_BY_PREDICATE) {
      throw Thrown.NOT_THEIR_FAULT;
    }
    if (action.outcome == Outcome.IGNORED) {
      throw Thrown.ERROR;
    }
    if (action.outcome == Outcome.FAILURE) {
      throw Thrown.FAILURE;
    }
  }

  private void end(Action action, @Nullable PlainLeave leave) {
    if (leave != null && action.outcome != null) {
      late = plain.isLate(leave);
      plain.end(leave, action.outcome);
    }
  }

  private void stage(Action action, @Nullable PlainLeave leave) {
    CompletableFuture<String> future = breaker.callAsync(() -> {
      passed = true;
      if (action == Action.STAGE_IS_CANCELLED) {
        return new CompletableFuture<>();
      }
      end(action, leave);
      return action == Action.STAGE_SUCCEEDS
          ? CompletableFuture.completedFuture("fine")
          : CompletableFuture.failedFuture(Thrown.FAILURE);
    });
    if (action == Action.STAGE_IS_CANCELLED && passed) {
      end(action, leave);
      if (!future.cancel(true)) {
        throw new CancellationException("a stage that never completes could not be cancelled");
      }
    }
  }
}
