package dev.recloser.http;

import dev.recloser.Call;
import dev.recloser.http.spi.Dialect;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Request headers that tell the server what it cannot know.
 *
 * @param attempt the header for the number of the attempt, from 1; null for none
 * @param remaining the header for the milliseconds that the caller will wait; null for none
 */
record Marks(@Nullable String attempt, @Nullable String remaining) {
  static final Marks NONE = new Marks(null, null);

  /** Returns the request with the headers in place of its own of those names; to the target, if there is one. */
  <Q> Q on(Dialect<Q, ?> dialect, Q request, @Nullable URI target) {
    if (attempt == null && remaining == null) {
      return target == null ? request : dialect.copy(request, target, Map.of());
    }
    Call call = Call.current();
    Map<String, String> headers = new HashMap<>();
    if (attempt != null) {
      headers.put(attempt, Integer.toString(call.attempt()));
    }
    if (remaining != null && call.deadline().isPresent()) {
      headers.put(remaining, Long.toString(Math.max(0, call.remaining().toMillis())));
    }
    return dialect.copy(request, target, headers);
  }
}
