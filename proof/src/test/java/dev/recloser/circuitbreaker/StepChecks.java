package dev.recloser.circuitbreaker;

import dev.recloser.Outcome;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.CallbackFailed;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Straggled;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Transition;
import java.util.List;
import java.util.stream.Stream;

/** What holds of every step. */
final class StepChecks {
  private final World world;
  private final Step step;
  private final Reading before;
  private final Reading after;
  private final Effect effect;

  private StepChecks(World world, Step step, Reading before, Effect effect) {
    this.world = world;
    this.step = step;
    this.before = before;
    this.after = Reading.of(world);
    this.effect = effect;
  }

  static void check(World world, Step step, Reading before, Effect effect) {
    StepChecks checks = new StepChecks(world, step, before, effect);
    checks.whatIsAdmittedPasses();
    checks.lifetimeCountsAreExact();
    checks.lateReportsAreInert();
    checks.movesAreLegal();
    if (world.model.heard()) {
      checks.movesAreTold();
    }
  }

  private void whatIsAdmittedPasses() {
    Action.Kind kind = step.action().kind;
    boolean asks = kind == Action.Kind.CALL || kind == Action.Kind.ASK;
    Broken.unless(
        !asks || effect.passed() == before.admits(),
        "a call must pass if, and only if, admits() says so: " + before.admits(),
        effect);
  }

  private void lifetimeCountsAreExact() {
    boolean checkFailed = step.action() == Action.TRY_ACQUIRE_WHILE_CHECKS_BREAK
        && world.breaker.config().recovery().healthCheck() != null
        && after.snapshot().failures() > before.snapshot().failures();
    String expected = Reading.counted(
        effect.outcome() == Outcome.FAILURE || checkFailed ? 1 : 0,
        effect.refusals(),
        effect.outcome() == Outcome.IGNORED ? 1 : 0,
        effect.late() ? 1 : 0);
    Broken.unless(
        after.countedSince(before).equals(expected),
        "each call must be counted once: " + expected,
        after.countedSince(before));
  }

  private void lateReportsAreInert() {
    if (!effect.late() || step.action().kind != Action.Kind.REPORT) {
      return;
    }
    Broken.unless(
        after.epoch() == before.epoch() && after.picture().equals(before.picture()),
        "a late report must change nothing: " + before.picture(),
        after.picture());
    List<CircuitBreakerEvent> told =
        heard().stream().filter(event -> !(event instanceof CallbackFailed)).toList();
    boolean asSuch = told.size() == 1
        && told.get(0) instanceof Straggled straggled
        && straggled.outcome() == effect.outcome();
    Broken.unless(
        asSuch || !world.model.heard(),
        "a late report must be told as such, and nothing else",
        told);
  }

  /** A report of the own epoch, a call or time may make few moves; only a hand makes the others. */
  private void movesAreLegal() {
    if (after.epoch() == before.epoch()) {
      boolean mustMove =
          step.action().kind == Action.Kind.HAND && step.action() != Action.RECONFIGURE;
      Broken.unless(!mustMove, "a hand must begin a new epoch", after.picture());
      return;
    }
    State from = before.snapshot().state();
    boolean legal = switch (step.action().kind) {
      case HAND -> step.action() != Action.RECONFIGURE && after.snapshot().state() == goal();
      case REPORT -> from == State.CLOSED || from == State.HALF_OPEN;
      case TIME -> from == State.OPEN && before.snapshot().openings() > 0;
      case ASK, CALL ->
        from == State.OPEN || from == State.HALF_OPEN || step.action().kind == Action.Kind.CALL;
    };
    Broken.unless(legal, "this step must not move from " + from, after.picture());
  }

  private State goal() {
    return switch (step.action()) {
      case FORCE_OPEN -> State.FORCED_OPEN;
      case DISABLE -> State.DISABLED;
      case METRICS_ONLY -> State.METRICS_ONLY;
      case TRIP -> State.OPEN;
      default -> State.CLOSED;
    };
  }

  private void movesAreTold() {
    List<Transition> moves = heard().stream()
        .filter(Transition.class::isInstance)
        .map(Transition.class::cast)
        .toList();
    List<State> path = Stream.concat(
            Stream.of(before.snapshot().state()), moves.stream().map(Transition::to))
        .toList();
    for (int i = 0; i < moves.size(); i++) {
      Broken.unless(
          moves.get(i).from() == path.get(i), "each move must begin where the last ended", moves);
      Broken.unless(
          i == 0 || moves.get(i - 1).origin().sequence() < moves.get(i).origin().sequence(),
          "numbers must rise",
          moves);
    }
    Broken.unless(
        path.get(path.size() - 1) == after.snapshot().state()
            && moves.isEmpty() == (before.epoch() == after.epoch()),
        "every move must be told, and no other",
        moves);
  }

  private List<CircuitBreakerEvent> heard() {
    return world.events.subList(before.events(), world.events.size());
  }
}
