package dev.recloser.endpoint;

import java.util.concurrent.CompletionStage;

/**
 * Asks an endpoint whether it is well.
 *
 * @param <E> the endpoints
 */
@FunctionalInterface
public interface HealthCheck<E> {

  /**
   * Starts a check, and does not wait for its end. Called on a thread of the time source, for one endpoint by one thread
   * at a time.
   *
   * @param endpoint the endpoint
   * @return a stage that completes with whether the endpoint is well. One that fails or is null, or a method that throws,
   *     means that it is not. When the stage takes too long, or nobody wants to know any more, it is cancelled
   */
  CompletionStage<Boolean> check(E endpoint) throws Exception;
}
