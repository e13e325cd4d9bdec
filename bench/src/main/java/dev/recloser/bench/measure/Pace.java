package dev.recloser.bench.measure;

import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * How long each benchmark runs.
 *
 * @param rounds how many JVMs measure it, one a round
 * @param warmups how many iterations are thrown away first
 * @param warmupMillis how long each of those takes
 * @param iterations how many iterations count
 * @param millis how long each of those takes
 */
public record Pace(int rounds, int warmups, int warmupMillis, int iterations, int millis) {
  /** Ninety benchmarks in eight minutes: each round takes 1.8 s, and the start of a JVM about 0.7 s. */
  public static final Pace SHORT = new Pace(2, 2, 400, 4, 250);

  /** Forty benchmarks in three minutes. */
  public static final Pace CHECK = new Pace(2, 2, 300, 3, 250);

  /** Some three hundred benchmarks, each once: to compare sizes, keys and threads, not the last tenth. */
  public static final Pace FULL = new Pace(1, 2, 400, 4, 250);

  /** Shows that a benchmark runs, and nothing else. */
  public static final Pace SMOKE = new Pace(1, 0, 1, 1, 20);

  void applyTo(ChainedOptionsBuilder options) {
    options
        .forks(1)
        .warmupIterations(warmups)
        .warmupTime(TimeValue.milliseconds(warmupMillis))
        .measurementIterations(iterations)
        .measurementTime(TimeValue.milliseconds(millis));
  }

  @Override
  public String toString() {
    return "%s, each %d × %d ms to warm up and %d × %d ms measured"
        .formatted(
            rounds == 1 ? "1 JVM" : rounds + " JVMs", warmups, warmupMillis, iterations, millis);
  }
}
