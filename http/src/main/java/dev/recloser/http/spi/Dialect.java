package dev.recloser.http.spi;

import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a client calls what all HTTP clients have. Holds no state of a send; safe for use by many threads.
 *
 * @param <Q> the requests
 * @param <R> the responses
 */
public interface Dialect<Q, R> {

  /** Returns the method, as it is sent. */
  String method(Q request);

  /** Returns the whole address. */
  URI uri(Q request);

  /** Returns whether the request has a header of that name, in any case. */
  boolean hasHeader(Q request, String name);

  /** Returns whether each attempt sends the same body, or none. */
  boolean isReplayable(Q request);

  /**
   * Returns a copy of a request, with the same body.
   *
   * @param request the request, which stays as it is
   * @param target the address of the copy; null for that of the request
   * @param headers what takes the place of the request's own headers of those names
   */
  Q copy(Q request, @Nullable URI target, Map<String, String> headers);

  /** Returns the status. */
  int status(R response);

  /** Returns the first value of a header; null if there is none. */
  @Nullable
  String header(R response, String name);

  /** Gives up a response that nobody will read, so that it does not hold its connection. */
  void discard(R response) throws Exception;

  /**
   * Returns whether a failure of this client's own kind shows that nothing of the request has reached a server. Those of
   * the JDK are known.
   */
  default boolean isUnsent(Throwable failure) {
    return false;
  }
}
