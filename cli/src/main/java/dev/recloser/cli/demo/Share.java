package dev.recloser.cli.demo;

import dev.recloser.endpoint.EndpointSnapshot;

/**
 * What one endpoint got, and how it stood at the end.
 *
 * @param calls how many calls it was chosen for
 * @param failures how many calls to it failed
 * @param standing what the pool held of it
 */
record Share(long calls, long failures, Standing standing) {

  static Share of(EndpointSnapshot<?> endpoint) {
    return new Share(endpoint.calls(), endpoint.failures(), Standing.of(endpoint));
  }

  /** Returns what came since an earlier reading. */
  Share since(Share earlier) {
    return new Share(calls - earlier.calls, failures - earlier.failures, standing);
  }
}
