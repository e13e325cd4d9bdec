package dev.recloser.cli.demo;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntToLongFunction;

/** Counts what a client sends to each endpoint while it is ill. */
final class Exposure {
  private final IntToLongFunction sentTo;
  private final Map<Integer, Long> before = new ConcurrentHashMap<>();
  private final Map<Integer, Long> whileIll = new ConcurrentHashMap<>();

  /**
   * Creates a count of nothing.
   *
   * @param sentTo how much the client has sent so far to the endpoint at a place
   */
  Exposure(IntToLongFunction sentTo) {
    this.sentTo = sentTo;
  }

  void fellIll(int endpoint) {
    before.put(endpoint, sentTo.applyAsLong(endpoint));
  }

  void recovered(int endpoint) {
    Long start = before.remove(endpoint);
    if (start != null) {
      whileIll.merge(endpoint, sentTo.applyAsLong(endpoint) - start, Long::sum);
    }
  }

  /** Returns what was sent to the endpoint at a place, up to its recovery. */
  long whileIll(int endpoint) {
    return whileIll.getOrDefault(endpoint, 0L);
  }
}
