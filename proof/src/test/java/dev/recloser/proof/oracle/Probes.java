package dev.recloser.proof.oracle;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import java.util.Optional;

/**
 * What the probes of a half-open breaker have come to, once more and by plain arithmetic.
 *
 * @param ended how many have ended
 * @param failed how many of them failed
 * @param slow how many of them were slow
 */
record Probes(long ended, long failed, long slow) {

  static Probes of(Reading reading) {
    return new Probes(reading.calls(), reading.failed(), reading.slow());
  }

  /** Returns those that ended before a step, or lost their lease by it. */
  static Probes before(Situation<?> now) {
    // A breaker that is open reads as nothing recorded, which is what it has of probes.
    Probes probes = of(now.before());
    for (long age : now.facts().overdue()) {
      probes = probes.and(true, age >= now.setup().slowThreshold());
    }
    return probes;
  }

  /** Returns those and one more. */
  Probes and(boolean fails, boolean isSlow) {
    return new Probes(ended + 1, failed + (fails ? 1 : 0), slow + (isSlow ? 1 : 0));
  }

  /** Returns what they have decided; empty if the rest can still change it. */
  Optional<Hand> verdict(Setup setup) {
    long all = setup.probes();
    long left = all - ended;
    if (setup.reopens(failed, slow, all)) {
      return Optional.of(Hand.OPEN);
    }
    return setup.reopens(failed + left, slow + left, all)
        ? Optional.empty()
        : Optional.of(Hand.CLOSE);
  }

  /** Returns what ours must read after a step that asks for a probe or ends one. */
  static Reading expected(Situation<?> now) {
    Probes probes = before(now);
    boolean asks = now.asks();
    long used = probes.ended + now.facts().running();
    boolean refuses =
        asks && (probes.verdict(now.setup()).isPresent() || used >= now.setup().probes());
    if (refuses) {
      return probes.read(now, false, used);
    }
    Ending ending = now.ending();
    if (ending != null && now.setup().records(ending)) {
      boolean isSlow = now.facts().duration() >= now.setup().slowThreshold();
      probes = probes.and(now.setup().fails(ending), isSlow);
    }
    boolean runs = now.step() instanceof Step.Acquire;
    return probes.read(now, true, probes.ended + now.facts().running() + (runs ? 1 : 0));
  }

  private Reading read(Situation<?> now, boolean permitted, long used) {
    Hand verdict = verdict(now.setup()).orElse(null);
    long rejected = now.before().rejected() + (permitted ? 0 : 1);
    if (verdict == Hand.OPEN) {
      return Reading.unrecorded(permitted, State.OPEN, rejected, now.facts().openings());
    }
    if (verdict == Hand.CLOSE) {
      return Reading.unrecorded(permitted, State.CLOSED, rejected, 0);
    }
    int free = (int) (now.setup().probes() - used);
    return new Reading(permitted, State.HALF_OPEN, ended, failed, slow, false, free, rejected, 0);
  }
}
