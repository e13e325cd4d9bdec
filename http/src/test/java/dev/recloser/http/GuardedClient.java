package dev.recloser.http;

import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Any HTTP client, as the tests of all of them see it. */
public interface GuardedClient extends AutoCloseable {

  /** Sends a request, and reads the response. */
  Reply send(Ask ask) throws Exception;

  @Override
  void close() throws IOException;

  /** Returns how many connections are in use. */
  int leased();

  /**
   * A request.
   *
   * @param body the body; empty for none
   * @param once whether it can be sent only once
   */
  record Ask(String method, URI uri, String body, boolean once, Map<String, String> headers) {
    public static Ask of(String method, URI uri) {
      return new Ask(method, uri, "", false, Map.of());
    }

    public Ask with(String body) {
      return new Ask(method, uri, body, false, headers);
    }

    public Ask withStream(String body) {
      return new Ask(method, uri, body, true, headers);
    }

    public Ask header(String name, String value) {
      Map<String, String> more = new HashMap<>(headers);
      more.put(name, value);
      return new Ask(method, uri, body, once, more);
    }
  }

  /**
   * A response.
   *
   * @param closings how often the responses of all attempts were closed, before the last one was read
   */
  record Reply(int status, String body, List<Integer> closings) {}
}
