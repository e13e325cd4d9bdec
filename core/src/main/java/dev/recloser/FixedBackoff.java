package dev.recloser;

import dev.recloser.check.Argument;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** The same delay each time. */
record FixedBackoff(Duration delay) implements Backoff {

  FixedBackoff {
    Argument.notNegative("delay", delay);
  }

  @Override
  public Duration delay(int attempt, Duration previous, RandomGenerator random) {
    return delay;
  }

  @Override
  public boolean isNone() {
    return delay.isZero();
  }

  @Override
  public String toString() {
    return "fixed(" + delay + ")";
  }
}
