package dev.recloser.cli.demo;

import java.util.Locale;

/**
 * What one of two clients went through.
 *
 * @param latencies how long its requests took
 * @param failed how many of them failed
 * @param attempts how often an endpoint was called for them
 * @param exposure how many of those calls went to endpoints that were ill
 */
record Side(Latencies latencies, long failed, long attempts, Exposure exposure) {

  long requests() {
    return latencies.count();
  }

  String failedShare() {
    return percent(failed, requests());
  }

  static String percent(long part, long whole) {
    return String.format(Locale.ROOT, "%.2f %%", 100.0 * part / Math.max(1, whole));
  }
}
