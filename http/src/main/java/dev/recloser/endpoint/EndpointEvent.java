package dev.recloser.endpoint;

import dev.recloser.event.Event;
import java.time.Instant;

/** Something that an {@link EndpointPool} did. Its origin names the pool. Endpoints are those the pool was given. */
public sealed interface EndpointEvent extends Event {

  /**
   * An endpoint joined the pool; not told of those it was built with.
   *
   * @param origin when and by whom
   * @param endpoint the endpoint
   */
  record Added(Origin origin, Object endpoint) implements EndpointEvent {}

  /**
   * An endpoint was taken out of the pool for good.
   *
   * @param origin when and by whom
   * @param endpoint the endpoint
   */
  record Removed(Origin origin, Object endpoint) implements EndpointEvent {}

  /**
   * An endpoint gets no calls for a while.
   *
   * @param origin when and by whom
   * @param endpoint the endpoint
   * @param until when it is let in again, by the wall clock
   * @param why the rule and its numbers, for people to read
   */
  record Ejected(Origin origin, Object endpoint, Instant until, String why)
      implements EndpointEvent {}

  /**
   * An endpoint gets calls again, since its time was over when a call came.
   *
   * @param origin when and by whom
   * @param endpoint the endpoint
   */
  record Readmitted(Origin origin, Object endpoint) implements EndpointEvent {}

  /**
   * The health checks of an endpoint changed their mind.
   *
   * @param origin when and by whom
   * @param endpoint the endpoint
   * @param healthy whether it is well now
   */
  record HealthChanged(Origin origin, Object endpoint, boolean healthy) implements EndpointEvent {}

  /**
   * Too few endpoints are well: from now on calls go to the others too.
   *
   * @param origin when and by whom
   * @param healthy how many are well
   * @param endpoints of how many
   */
  record Panicking(Origin origin, int healthy, int endpoints) implements EndpointEvent {}

  /**
   * Enough endpoints are well again: calls go to those only.
   *
   * @param origin when and by whom
   * @param healthy how many are well
   * @param endpoints of how many
   */
  record Calm(Origin origin, int healthy, int endpoints) implements EndpointEvent {}
}
