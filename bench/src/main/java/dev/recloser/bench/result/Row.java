package dev.recloser.bench.result;

import java.util.List;
import java.util.Map;

/**
 * What one benchmark took.
 *
 * @param path the class of the benchmark
 * @param who its method: the library, or what it is compared with
 * @param params the values of its parameters, by name
 * @param threads how many threads called at once
 * @param nanos the median of the samples: nanoseconds an operation, in one thread
 * @param bytes the median of what an operation allocates
 * @param samples the mean of each iteration of each round
 */
public record Row(
    String path,
    String who,
    Map<String, String> params,
    int threads,
    double nanos,
    double bytes,
    List<Double> samples) {

  /** Returns whether this is the benchmark; a parameter that it does not have may have any value. */
  boolean is(String path, String who, Map<String, String> params, int threads) {
    return this.path.equals(path)
        && this.who.equals(who)
        && this.threads == threads
        && params.entrySet().containsAll(this.params.entrySet());
  }
}
