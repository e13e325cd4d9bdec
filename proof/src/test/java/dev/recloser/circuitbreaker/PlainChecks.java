package dev.recloser.circuitbreaker;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.PlainRule.Count;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Whether the real breaker stands, after a step, as the plain one does. */
final class PlainChecks {
  private final World world;
  private final PlainEpoch plain;
  private final Epoch epoch;
  private final CircuitBreakerSnapshot shown;

  private PlainChecks(World world) {
    this.world = world;
    this.plain = world.plain.epoch();
    this.epoch = world.breaker.epoch();
    this.shown = world.breaker.snapshot();
  }

  static void check(World world) {
    PlainChecks checks = new PlainChecks(world);
    checks.historiesAgree();
    checks.waitsAgree();
    checks.windowsAgree();
    checks.probesAgree();
    checks.permitsAgree();
  }

  private void historiesAgree() {
    agree("openings", plain.history.openings(), shown.openings());
    agree("reclaimed leases", plain.historyNow().reclaimed(), epoch.historyNow().doublings());
  }

  private void waitsAgree() {
    agree("wait", retryAfter(), shown.retryAfter());
    OptionalDouble share = plain.isRamp
        ? OptionalDouble.of(plain.recovery.share(world.now() - plain.since))
        : OptionalDouble.empty();
    agree("admitted share", share, shown.admittedShare());
  }

  private Optional<Duration> retryAfter() {
    long age = world.now() - plain.since;
    return switch (plain.state) {
      case OPEN -> Optional.of(atLeastZero(plain.history.cooldown().minusNanos(age)));
      case HALF_OPEN ->
        Optional.of(Duration.ofNanos(
            plain.isRamp || plain.probes.free() > 0
                ? 0
                : plain.probes.earliestLeaseLeft(world.now())));
      default -> Optional.empty();
    };
  }

  private static Duration atLeastZero(Duration left) {
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** What an open breaker shows is how the rules stood when it tripped. */
  private void windowsAgree() {
    if (plain.state != State.OPEN) {
      boolean counts = epoch instanceof Recording;
      List<Count> expected = counts ? world.plain.counts() : List.of();
      agree("window", expected, shown.rules().stream().map(Count::of).toList());
    }
  }

  private void probesAgree() {
    boolean probes = plain.state == State.HALF_OPEN && !plain.isRamp;
    agree(
        "probes", probes ? Optional.of(plain.probes.snapshot()) : Optional.empty(), shown.probes());
  }

  private void permitsAgree() {
    for (Held held : world.held) {
      agree("lateness of a permit", world.plain.isLate(held.leave()), world.isLate(held));
    }
  }

  private static void agree(String what, Object expected, Object found) {
    Broken.unlessEqual("the plain breaker tells the " + what, expected, found);
  }
}
