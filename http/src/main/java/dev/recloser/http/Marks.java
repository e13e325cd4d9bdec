package dev.recloser.http;

import dev.recloser.Call;
import java.net.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * Request headers that tell the server what it cannot know.
 *
 * @param attempt the header for the number of the attempt, from 1; null for none
 * @param remaining the header for the milliseconds that the caller will wait; null for none
 */
record Marks(@Nullable String attempt, @Nullable String remaining) {
  static final Marks NONE = new Marks(null, null);

  /** Returns the request with the headers in place of its own of those names. */
  HttpRequest on(HttpRequest request) {
    if (attempt == null && remaining == null) {
      return request;
    }
    Call call = Call.current();
    HttpRequest.Builder marked = HttpRequest.newBuilder(request, (name, value) -> true);
    if (attempt != null) {
      marked.setHeader(attempt, Integer.toString(call.attempt()));
    }
    if (remaining != null && call.deadline().isPresent()) {
      marked.setHeader(remaining, Long.toString(Math.max(0, call.remaining().toMillis())));
    }
    return marked.build();
  }
}
