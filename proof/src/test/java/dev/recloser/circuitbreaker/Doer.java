package dev.recloser.circuitbreaker;

import dev.recloser.Outcome;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Does steps to a world. */
final class Doer {
  private final World world;
  private final CircuitBreaker breaker;

  /** Of the call that is being made: in which epoch it ran, and whether that had ended when the call did. */
  private @Nullable Epoch ranIn;

  private boolean late;
  private int refusals;

  Doer(World world) {
    this.world = world;
    this.breaker = world.breaker;
  }

  Effect run(Step step) {
    world.checksBreak = step.action() == Action.TRY_ACQUIRE_WHILE_CHECKS_BREAK;
    world.backoffBreaks = step.action().name().endsWith("AS_BACKOFF_BREAKS");
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
    Optional<Permit> permit;
    try {
      permit = action == Action.ACQUIRE ? Optional.of(breaker.acquire()) : breaker.tryAcquire();
    } catch (CircuitOpenException refused) {
      return Effect.refused();
    }
    permit.ifPresent(granted -> {
      if (breaker.epoch() instanceof HalfOpen epoch) {
        world.books.of(epoch).admitted();
      }
      world.held.add(Held.of(granted, world.now()));
    });
    return permit.isPresent() ? Effect.granted() : Effect.refused();
  }

  private Effect report(Step step) {
    Held permit = world.held.remove(step.held());
    if (step.action() == Action.PERMIT_LOST_FOR_GOOD) {
      world.lost.add(permit.grant());
      return Effect.NONE;
    }
    boolean comesLate = world.isLate(permit);
    note(breaker.epoch(), step.action(), comesLate || !(permit.grant() instanceof Probe));
    permit.reporter().accept(step.action());
    return new Effect(false, 0, step.action().outcome, comesLate);
  }

  private Effect advance() {
    world.time.advance(world.model.tick());
    return Effect.NONE;
  }

  private Effect byHand(Action action) {
    switch (action) {
      case FORCE_OPEN -> breaker.forceOpen();
      case DISABLE -> breaker.disable();
      case METRICS_ONLY -> breaker.metricsOnly();
      case RESET -> breaker.reset();
      case TRIP -> breaker.trip(world.model.cooldown(), "the model says so");
      case RECONFIGURE -> world.reconfigure();
      default -> throw new IllegalArgumentException(action.toString());
    }
    return Effect.NONE;
  }

  private Effect call(Action action) {
    ranIn = null;
    late = false;
    refusals = 0;
    try {
      if (action.name().startsWith("STAGE")) {
        stage(action);
      } else if (action.name().startsWith("RUN")) {
        breaker.run(() -> task(action));
      } else {
        var unused = breaker.call(() -> {
          task(action);
          return "fine";
        });
      }
    } catch (CircuitOpenException refused) {
      refusals++;
    } catch (IOException | AssertionError own) {
      // The task's own: that it reaches the caller unchanged is for other tests to show.
    }
    return ranIn == null
        ? new Effect(false, refusals, null, false)
        : new Effect(true, refusals, action.outcome, late);
  }

  /** What the guarded code does. */
  private void task(Action action) throws IOException {
    ranIn = breaker.epoch();
    if (ranIn instanceof HalfOpen epoch) {
      world.books.of(epoch).admitted();
    }
    if (action == Action.CALL_NESTS_AND_SUCCEEDS || action == Action.CALL_NESTS_AND_FAILS) {
      refusals += breaker.callOrElse(() -> 0, refusal -> 1);
    }
    if (action == Action.CALL_SUCCEEDS_AFTER_A_RESET || action == Action.CALL_FAILS_AFTER_A_RESET) {
      breaker.reset();
    }
    end(action);
  }

  private void end(Action action) throws IOException {
    late = breaker.epoch() != ranIn;
    note(breaker.epoch(), action, late);
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

  private void stage(Action action) {
    CompletableFuture<String> future = breaker.callAsync(() -> {
      ranIn = breaker.epoch();
      if (ranIn instanceof HalfOpen epoch) {
        world.books.of(epoch).admitted();
      }
      if (action == Action.STAGE_IS_CANCELLED) {
        return new CompletableFuture<>();
      }
      note(breaker.epoch(), action, false);
      return action == Action.STAGE_SUCCEEDS
          ? CompletableFuture.completedFuture("fine")
          : CompletableFuture.failedFuture(Thrown.FAILURE);
    });
    if (action == Action.STAGE_IS_CANCELLED && ranIn != null) {
      note(breaker.epoch(), action, false);
      if (!future.cancel(true)) {
        throw new CancellationException("a stage that never completes could not be cancelled");
      }
    }
    refusals += ranIn == null ? 1 : 0;
  }

  /** Notes in the books how a probe ends. */
  private void note(Epoch current, Action action, boolean countsForNothing) {
    if (countsForNothing || !(current instanceof HalfOpen epoch)) {
      return;
    }
    if (action.outcome == Outcome.IGNORED) {
      world.books.of(epoch).givenBack();
    } else {
      world.books.of(epoch).ended(action.outcome == Outcome.FAILURE);
    }
  }
}
