package dev.recloser.endpoint;

import java.util.List;
import java.util.Optional;

/**
 * A reading of a pool. Each endpoint is read by itself: calls go on meanwhile.
 *
 * @param name the pool's name
 * @param panicking whether, at the last call, so few endpoints were well that calls went to the others too
 * @param endpoints the endpoints, in the order in which they were added
 * @param <E> the endpoints
 */
public record EndpointPoolSnapshot<E>(
    String name, boolean panicking, List<EndpointSnapshot<E>> endpoints) {

  /** Makes the list immutable. */
  public EndpointPoolSnapshot {
    endpoints = List.copyOf(endpoints);
  }

  /**
   * Returns the reading of an endpoint, if it is in the pool.
   *
   * @param endpoint the endpoint
   */
  public Optional<EndpointSnapshot<E>> of(E endpoint) {
    return endpoints.stream().filter(one -> one.endpoint().equals(endpoint)).findFirst();
  }
}
