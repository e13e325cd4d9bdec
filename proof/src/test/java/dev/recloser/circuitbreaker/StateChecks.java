package dev.recloser.circuitbreaker;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.LeaseReclaimed;
import dev.recloser.circuitbreaker.ProbeLedger.Verdict;
import java.util.List;

/** What holds in every state, at rest. */
final class StateChecks {
  private final World world;
  private final Epoch epoch;

  private StateChecks(World world) {
    this.world = world;
    this.epoch = world.breaker.epoch();
  }

  static void check(World world) {
    StateChecks checks = new StateChecks(world);
    checks.askingChangesNothing();
    checks.openingsFitTheState();
    checks.timersFitTheState();
    checks.rulesAreInRange();
    if (checks.epoch instanceof HalfOpen halfOpen) {
      checks.probesFitTheBooks(halfOpen);
      checks.probesAreFewEnough(halfOpen.ledger());
      checks.everySlotHasItsHolder(halfOpen.ledger());
      probesAreUndecided(halfOpen.ledger());
    }
  }

  private void askingChangesNothing() {
    Reading before = Reading.of(world);
    Reading after = Reading.of(world);
    Broken.unless(
        before.equals(after), "asking must change nothing", before.picture() + after.picture());
  }

  private void openingsFitTheState() {
    CircuitBreakerSnapshot snapshot = world.breaker.snapshot();
    boolean fits = switch (snapshot.state()) {
      case CLOSED -> snapshot.openings() == 0;
      case OPEN, HALF_OPEN -> snapshot.openings() > 0;
      default -> snapshot.openings() >= 0;
    };
    Broken.unless(fits, "openings must fit the state", snapshot);
    Broken.unless(
        epoch.retryAfter(world.now()).isPresent()
            == (snapshot.state() == State.OPEN || snapshot.state() == State.HALF_OPEN),
        "retryAfter must be told, and only by who can tell",
        snapshot);
    if (epoch instanceof Open && world.breaker.config().recovery().healthCheck() == null) {
      Broken.unless(
          world.breaker.admits() == snapshot.retryAfter().orElseThrow().isZero(),
          "an open breaker must admit when retryAfter is zero",
          snapshot);
    }
  }

  private void timersFitTheState() {
    CircuitBreakerConfig config = world.breaker.config();
    boolean eager = config.eagerHalfOpen() || config.recovery().healthCheck() != null;
    int timers = eager && epoch instanceof Open ? 1 : 0;
    Broken.unless(
        world.time.pendingTimers() == timers,
        "there must be " + timers + " timers",
        world.time.pendingTimers());
  }

  private void rulesAreInRange() {
    for (RuleSnapshot rule : world.breaker.snapshot().rules()) {
      Broken.unless(
          rule.bad() >= 0 && rule.bad() <= rule.calls() && rule.missing() >= 0,
          "counts must be in range",
          rule);
    }
    if (!(epoch instanceof Recording recording)) {
      return;
    }
    for (int i = 0; i < recording.rules().size(); i++) {
      RuleWindow window = recording.rules().window(i);
      if (window instanceof CountWindow count) {
        Broken.unless(
            Inside.number(count, "bad") == count.badInRing()
                && count.snapshot(0).bad() == count.badInRing(),
            "the count must equal the fold of the ring",
            Picture.calls(count));
      }
      boolean restsExceeded = !(epoch instanceof MetricsOnly)
          && !Inside.flag(recording.rules(), "unjudged")
          && window.exceeded(world.now())
          && !(window instanceof TimeWindow);
      Broken.unless(!restsExceeded, "no exceeded rule may be left without a trip", recording);
    }
  }

  private void probesFitTheBooks(HalfOpen halfOpen) {
    ProbeLedger ledger = halfOpen.ledger();
    Books books = world.books.of(halfOpen);
    int reclaimed = reclaimed(halfOpen);
    int reclaimedAsFailures = ledger.plan().inARow() ? 0 : reclaimed;
    Broken.unless(
        ledger.running().size() == books.running(reclaimed),
        "every probe must have its slot until it reports, or its lease is reclaimed: "
            + books.running(reclaimed),
        ledger);
    Broken.unless(
        ledger.settled() == books.counted() + reclaimedAsFailures
            && ledger.bad().get(0) == books.failed() + reclaimedAsFailures,
        "what was reported must be what is counted: " + books.failed() + " failed of "
            + books.counted() + ", " + reclaimedAsFailures + " reclaimed",
        ledger);
    int admitted = books.admittedForGood() - (ledger.plan().inARow() ? reclaimed : 0);
    Broken.unless(admitted <= ledger.plan().probes(), "at most n probes may be admitted", admitted);
  }

  private int reclaimed(HalfOpen halfOpen) {
    int reclaimed = halfOpen.ledger().doublings() - halfOpen.history().doublings();
    List<CircuitBreakerEvent> events = world.events;
    int told = 0;
    for (int i = events.size() - 1;
        i >= 0 && !(events.get(i) instanceof CircuitBreakerEvent.Transition);
        i--) {
      told += events.get(i) instanceof LeaseReclaimed ? 1 : 0;
    }
    Broken.unless(
        told == reclaimed || !world.model.heard(),
        "every lease that is reclaimed must be told, and double the next: " + told,
        reclaimed);
    return reclaimed;
  }

  private void probesAreFewEnough(ProbeLedger ledger) {
    int most = ledger.plan().inARow() ? 1 : ledger.plan().probes() - ledger.settled();
    Broken.unless(ledger.running().size() <= most, "at most " + most + " probes may run", ledger);
    ProbeSnapshot shown = world.breaker.snapshot().probes().orElseThrow();
    Broken.unless(
        shown.running() == ledger.running().size()
            && shown.ended() <= ledger.plan().probes()
            && shown.failed() <= shown.ended()
            && shown.slow() <= shown.ended()
            && shown.free() + shown.running() == most,
        "the snapshot must show the probes as they are",
        shown);
  }

  private void everySlotHasItsHolder(ProbeLedger ledger) {
    for (Probe probe : ledger.running()) {
      Broken.unless(
          world.lost.contains(probe) || world.held.stream().anyMatch(held -> held.grant() == probe),
          "a slot must be held by a permit that is out, or was lost",
          ledger);
    }
  }

  private static void probesAreUndecided(ProbeLedger ledger) {
    Broken.unless(
        ledger.verdict() == Verdict.OPEN_ENDED, "probes that have decided must have moved", ledger);
  }
}
