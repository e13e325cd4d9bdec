package dev.recloser.http.spi;

import java.io.IOException;

/**
 * Sends requests through all that a builder was told. Safe for use by many threads.
 *
 * @param <Q> the requests
 * @param <R> the responses
 */
public interface Sender<Q, R> {

  /**
   * Sends a request, on this thread, with all its attempts.
   *
   * @throws IOException if there is no response; an {@link java.io.InterruptedIOException} if the thread was interrupted,
   *     whose flag is then set
   */
  R send(Q request, Exchange<Q, R> exchange) throws IOException;
}
