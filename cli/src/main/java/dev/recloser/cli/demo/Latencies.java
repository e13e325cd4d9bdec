package dev.recloser.cli.demo;

import java.util.List;

/**
 * How long calls took.
 *
 * @param nanos a number a call, the least first
 */
record Latencies(List<Long> nanos) {

  long count() {
    return nanos.size();
  }

  /** Returns the mean in words; a dash if there was no call. */
  String mean() {
    return count() == 0
        ? "-"
        : Took.words(nanos.stream().mapToLong(Long::longValue).sum() / count());
  }

  /** Returns in words what a share of the calls, in (0, 1], did not exceed; a dash if there was no call. */
  String quantile(double share) {
    return count() == 0 ? "-" : Took.words(nanos.get((int) Math.ceil(share * count()) - 1));
  }
}
