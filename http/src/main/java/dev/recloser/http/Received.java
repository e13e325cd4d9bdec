package dev.recloser.http;

import java.net.http.HttpResponse;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The response of one attempt, until it is either the caller's or given up. It may come after that was decided: when the
 * attempt has timed out, or was cancelled. Each is given up once.
 */
final class Received {
  private static final Object GIVEN_UP = new Object();

  private final AtomicReference<@Nullable Object> content = new AtomicReference<>();

  /** Takes in the response, or gives it up if nobody wants one any more. */
  void put(HttpResponse<?> response) {
    if (!content.compareAndSet(null, response)) {
      Bodies.discard(response);
    }
  }

  /** Gives up the response that is there or still to come, unless it is the one that the caller gets. */
  void giveUpUnless(@Nullable HttpResponse<?> delivered) {
    if (delivered == null || content.get() != delivered) {
      giveUp();
    }
  }

  /** Gives up the response that is there or still to come. */
  void giveUp() {
    if (content.getAndSet(GIVEN_UP) instanceof HttpResponse<?> unread) {
      Bodies.discard(unread);
    }
  }
}
