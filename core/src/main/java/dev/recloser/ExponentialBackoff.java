package dev.recloser;

import static dev.recloser.time.TimeSource.saturatedNanos;

import dev.recloser.check.Argument;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** A delay that grows by a factor up to a cap. */
record ExponentialBackoff(Duration base, double factor, Duration cap) implements Backoff {

  ExponentialBackoff {
    Argument.positive("base", base);
    Argument.require(
        factor >= 1 && factor < Double.POSITIVE_INFINITY,
        "factor",
        "must be at least 1 and finite",
        factor);
    Argument.notNull("cap", cap);
    Argument.require(cap.compareTo(base) >= 0, "cap", "must be at least the base of " + base, cap);
  }

  @Override
  public Duration delay(int attempt, Duration previous, RandomGenerator random) {
    // An infinite product is not below the cap either.
    double nanos = saturatedNanos(base) * Math.pow(factor, Math.max(1, attempt) - 1);
    return nanos < saturatedNanos(cap) ? Duration.ofNanos(Math.round(nanos)) : cap;
  }

  @Override
  public String toString() {
    return "exponential(" + base + ", x" + factor + ", cap " + cap + ")";
  }
}
