package dev.recloser;

import static dev.recloser.time.TimeSource.saturatedNanos;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** A backoff whose delays are multiplied by a number drawn evenly between two others. */
record JitteredBackoff(Backoff backoff, double least, double most) implements Backoff {

  @Override
  public Duration delay(int attempt, Duration previous, RandomGenerator random) {
    Duration delay = backoff.delay(attempt, previous, random);
    if (delay.isNegative() || delay.isZero()) {
      return delay;
    }
    double drawn = least + (most - least) * random.nextDouble();
    // A broken source of random numbers must not make the delay vanish: what is no number is the
    // most.
    double multiplier = drawn >= least && drawn <= most ? drawn : most;
    return Duration.ofNanos(Math.round(saturatedNanos(delay) * multiplier));
  }

  @Override
  public boolean isNone() {
    return backoff.isNone();
  }

  @Override
  public String toString() {
    return backoff + " jittered [" + least + ", " + most + ")";
  }
}
