package dev.recloser.endpoint;

import dev.recloser.time.ManualTimeSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the tests of pools share. */
final class Pools {
  private Pools() {}

  static Exception fault() {
    return new Exception("fault");
  }

  /** Returns a builder of a pool that takes one endpoint after the other. */
  static EndpointPoolBuilder<String> of(ManualTimeSource time, String... endpoints) {
    return EndpointPool.<String>builder("inventory")
        .endpoints(Arrays.asList(endpoints))
        .choice(Choice.roundRobin())
        .timeSource(time);
  }

  /** Makes calls that succeed, and returns where they went. */
  static List<String> calls(EndpointPool<String> pool, int count) {
    List<String> chosen = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      EndpointPool.Lease<String> lease = pool.acquire();
      chosen.add(lease.endpoint());
      lease.succeeded();
    }
    return chosen;
  }

  /** Makes calls that succeed, and returns how many went to each endpoint. */
  static Map<String, Integer> shares(EndpointPool<String> pool, int count) {
    Map<String, Integer> shares = new TreeMap<>();
    calls(pool, count).forEach(endpoint -> shares.merge(endpoint, 1, Integer::sum));
    return shares;
  }

  /** Makes so many calls to one endpoint, by avoiding the others; so many of them fail, and fail first. */
  static void outcomes(EndpointPool<String> pool, String endpoint, int calls, int failures) {
    for (int i = 0; i < calls; i++) {
      EndpointPool.Lease<String> lease = lease(pool, endpoint);
      if (i < failures) {
        lease.failed(fault());
      } else {
        lease.succeeded();
      }
    }
  }

  /** Returns a lease of one endpoint, which must be in rotation. */
  static EndpointPool.Lease<String> lease(EndpointPool<String> pool, String endpoint) {
    Set<String> others = new HashSet<>(pool.endpoints());
    others.remove(endpoint);
    EndpointPool.Lease<String> lease = pool.acquire(others);
    if (!lease.endpoint().equals(endpoint)) {
      lease.released();
      throw new AssertionError("got " + lease.endpoint() + " for " + endpoint);
    }
    return lease;
  }

  static EndpointSnapshot<String> reading(EndpointPool<String> pool, String endpoint) {
    return pool.snapshot().of(endpoint).orElseThrow();
  }

  /** Returns the endpoints that are ejected. */
  static List<String> ejected(EndpointPool<String> pool) {
    return pool.snapshot().endpoints().stream()
        .filter(one -> one.ejectedUntil().isPresent())
        .map(EndpointSnapshot::endpoint)
        .toList();
  }
}
