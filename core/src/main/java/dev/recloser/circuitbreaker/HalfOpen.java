package dev.recloser.circuitbreaker;

import dev.recloser.circuitbreaker.CircuitBreakerEvent.HalfOpened;
import dev.recloser.event.Event.Origin;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.Optional;

/** A few probes pass, to test the dependency. */
final class HalfOpen extends Epoch implements Refusal {
  private static final VarHandle LEDGER;

  static {
    try {
      LEDGER = MethodHandles.lookup().findVarHandle(HalfOpen.class, "ledger", ProbeLedger.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final CircuitOpenException exception;
  private volatile ProbeLedger ledger;

  HalfOpen(Birth birth, CircuitOpenException.Source source, ProbePlan plan) {
    super(birth);
    this.ledger = ProbeLedger.empty(plan, birth.history().doublings());
    this.exception = new CircuitOpenException(
        source, this, state(), "the probes that are let through have not all ended");
  }

  /** Returns a probe with the first slot, before anybody else can see this epoch. */
  Probe firstProbe(long now) {
    Probe probe = new Probe(this, now, ledger.nextLease());
    ledger = ledger.with(probe);
    return probe;
  }

  @Override
  History historyNow() {
    return history().withDoublings(ledger.doublings());
  }

  @Override
  HalfOpened announcement(Origin origin, CircuitBreakerSnapshot before) {
    return new HalfOpened(origin, before, reason());
  }

  @Override
  Class<HalfOpened> announcedAs() {
    return HalfOpened.class;
  }

  ProbeLedger ledger() {
    return ledger;
  }

  boolean replace(ProbeLedger before, ProbeLedger after) {
    return LEDGER.compareAndSet(this, before, after);
  }

  /** Returns whether a probe would be let through; reclaims nothing. */
  boolean admits(long now) {
    ProbeLedger current = ledger;
    ProbeLedger swept = current.reclaimed(current.overdue(now), now);
    ProbeLedger.Verdict verdict = swept.verdict();
    return verdict == ProbeLedger.Verdict.CLOSE
        || (verdict == ProbeLedger.Verdict.OPEN_ENDED
            && swept.plan().healthCheck() == null
            && swept.hasFreeSlot());
  }

  @Override
  CircuitBreaker.State state() {
    return CircuitBreaker.State.HALF_OPEN;
  }

  @Override
  ProbeSnapshot probes() {
    return ProbeSnapshot.of(ledger);
  }

  @Override
  public CircuitOpenException exception() {
    return exception;
  }

  @Override
  public Optional<Duration> retryAfter(long nowNanos) {
    ProbeLedger current = ledger;
    boolean free = current.hasFreeSlot() || current.running().isEmpty();
    return Optional.of(
        free ? Duration.ZERO : Duration.ofNanos(current.earliestLeaseLeft(nowNanos)));
  }
}
