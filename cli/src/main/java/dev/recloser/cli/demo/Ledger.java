package dev.recloser.cli.demo;

import dev.recloser.cli.demo.Client.Result;
import dev.recloser.time.TimeSource;
import java.util.EnumMap;
import java.util.Map;

/** Makes calls for one client and keeps count of them. Safe for use by many threads. */
final class Ledger {
  private final Client client;
  private final TimeSource time;

  // Guarded by this.
  private final Map<Result, Long> calls = new EnumMap<>(Result.class);
  private final Map<Result, Long> nanos = new EnumMap<>(Result.class);

  Ledger(Client client, TimeSource time) {
    this.client = client;
    this.time = time;
  }

  /** Makes one call. If the demo ends before it does, it is not counted. */
  void callOnce() {
    long start = time.nanoTime();
    try {
      Result result = client.call();
      record(result, time.nanoTime() - start);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void record(Result result, long took) {
    calls.merge(result, 1L, Long::sum);
    nanos.merge(result, took, Long::sum);
  }

  synchronized Totals totals() {
    return new Totals(Map.copyOf(calls), Map.copyOf(nanos));
  }
}
