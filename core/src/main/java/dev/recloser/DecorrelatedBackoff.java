package dev.recloser;

import static dev.recloser.time.TimeSource.saturatedNanos;

import dev.recloser.check.Argument;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** A delay drawn between the base and three times the one before (the base, at first), up to a cap. */
record DecorrelatedBackoff(Duration base, Duration cap) implements Backoff {

  DecorrelatedBackoff {
    Argument.positive("base", base);
    Argument.notNull("cap", cap);
    Argument.require(cap.compareTo(base) >= 0, "cap", "must be at least the base of " + base, cap);
  }

  @Override
  public Duration delay(int attempt, Duration previous, RandomGenerator random) {
    long low = saturatedNanos(base);
    double high = 3.0 * Math.max(low, saturatedNanos(previous));
    double nanos = low + (high - low) * random.nextDouble();
    return nanos < saturatedNanos(cap) ? Duration.ofNanos(Math.round(nanos)) : cap;
  }

  @Override
  public String toString() {
    return "decorrelated(" + base + ", cap " + cap + ")";
  }
}
