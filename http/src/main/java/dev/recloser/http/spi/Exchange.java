package dev.recloser.http.spi;

import java.io.IOException;
import java.net.http.HttpHeaders;

/**
 * How one send reaches the client. Its attempts follow one another on the thread that sends.
 *
 * @param <Q> the requests
 * @param <R> the responses
 */
public interface Exchange<Q, R> {

  /**
   * Makes one attempt.
   *
   * @throws IOException if there is no response
   * @throws InterruptedException if the thread is interrupted meanwhile
   * @throws java.util.concurrent.CancellationException if somebody has given up the whole send
   */
  R send(Q request) throws IOException, InterruptedException;

  /** Returns a response that no server sent. */
  R answer(Q request, int statusCode, HttpHeaders headers, byte[] body)
      throws IOException, InterruptedException;

  /** Returns whether an interrupt alone makes {@link #send} return soon. */
  default boolean heedsInterrupts() {
    return true;
  }

  /** Makes {@link #send} return soon. Called on another thread, at most once in each attempt, and never after it. */
  default void breakOff() {}
}
