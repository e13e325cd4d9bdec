package dev.recloser.circuitbreaker;

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
    checks.openBreakersAdmitInTime();
    checks.timersFitTheState();
    checks.countsFitTheRing();
    if (checks.epoch instanceof HalfOpen halfOpen) {
      checks.everySlotHasItsHolder(halfOpen.ledger());
    }
  }

  private void askingChangesNothing() {
    Reading before = Reading.of(world);
    Reading after = Reading.of(world);
    Broken.unless(
        before.equals(after), "asking must change nothing", before.picture() + after.picture());
  }

  private void openBreakersAdmitInTime() {
    CircuitBreakerSnapshot snapshot = world.breaker.snapshot();
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

  private void countsFitTheRing() {
    if (!(epoch instanceof Recording recording)) {
      return;
    }
    for (int i = 0; i < recording.rules().size(); i++) {
      if (recording.rules().window(i) instanceof CountWindow count) {
        RuleSnapshot held = count.snapshot(0);
        boolean isFull = held.calls() == count.rule().windowCalls();
        Broken.unless(
            held.bad() == count.badInRing()
                && count.absorbsGoodCalls() == (held.bad() == 0 && isFull),
            "the count must equal the fold of the ring",
            Picture.calls(count));
      }
    }
  }

  private void everySlotHasItsHolder(ProbeLedger ledger) {
    for (Probe probe : ledger.running()) {
      Broken.unless(
          world.lost.contains(probe) || world.held.stream().anyMatch(held -> held.grant() == probe),
          "a slot must be held by a permit that is out, or was lost",
          ledger);
    }
  }
}
