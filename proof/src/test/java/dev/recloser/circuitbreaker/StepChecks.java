package dev.recloser.circuitbreaker;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.CallbackFailed;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.LeaseReclaimed;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Straggled;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Transition;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.WouldTrip;
import java.util.List;

/** What holds of every step. */
final class StepChecks {
  private final World world;
  private final Step step;
  private final Reading before;
  private final Reading after;
  private final Effect effect;
  private final PlainNews news;

  private StepChecks(World world, Step step, Reading before, Effect effect) {
    this.world = world;
    this.step = step;
    this.before = before;
    this.after = Reading.of(world);
    this.effect = effect;
    this.news = world.plain.machine().news();
  }

  static void check(World world, Step step, Reading before, Effect effect) {
    StepChecks checks = new StepChecks(world, step, before, effect);
    checks.whatIsAdmittedPasses();
    checks.lifetimeCountsAreExact();
    checks.lateReportsAreInert();
    checks.movesAreThoseRequired();
    PlainChecks.check(world);
    if (world.model.heard()) {
      checks.whatHappensIsTold();
    }
  }

  private void whatIsAdmittedPasses() {
    boolean asks = step.action().kind.asks();
    Broken.unless(
        !asks || effect.passed() == before.admits(),
        "a call must pass if, and only if, admits() says so: " + before.admits(),
        effect);
    Broken.unless(
        effect.passed() == effect.mustPass(),
        "a call must pass if, and only if, the plain breaker lets it",
        effect);
  }

  private void lifetimeCountsAreExact() {
    Broken.unlessEqual(
        "each call must be counted once", news.counted(), after.countedSince(before));
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

  /** No move without its cause, and no cause without its move. */
  private void movesAreThoseRequired() {
    Broken.unlessEqual(
        "by the plain count the state must be",
        world.plain.epoch().state,
        after.snapshot().state());
    Broken.unless(
        (after.epoch() == before.epoch()) == news.moves.isEmpty(),
        "a step must begin a new epoch if, and only if, it moves",
        news.moves);
  }

  private void whatHappensIsTold() {
    List<Transition> moves = heard(Transition.class);
    State from = before.snapshot().state();
    long number = 0;
    for (Transition move : moves) {
      Broken.unless(move.from() == from, "each move must begin where the last ended", moves);
      Broken.unless(move.origin().sequence() > number, "numbers must rise", moves);
      from = move.to();
      number = move.origin().sequence();
    }
    Broken.unlessEqual(
        "every move must be told, and no other",
        news.moves,
        moves.stream().map(Transition::to).toList());
    Broken.unlessEqual(
        "every crossing of a rule must be told, and no other",
        news.crossings,
        heard(WouldTrip.class).stream().map(WouldTrip::exceeded).toList());
    Broken.unlessEqual(
        "every lease that is reclaimed must be told, and no other",
        news.reclaimed,
        heard(LeaseReclaimed.class).size());
  }

  private <E> List<E> heard(Class<E> type) {
    return heard().stream().filter(type::isInstance).map(type::cast).toList();
  }

  private List<CircuitBreakerEvent> heard() {
    return world.events.subList(before.events(), world.events.size());
  }
}
