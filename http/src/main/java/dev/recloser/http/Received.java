package dev.recloser.http;

import dev.recloser.http.spi.Dialect;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The response of one attempt, until it is either the caller's or given up. It may come after that was decided: when the
 * attempt has timed out, or was cancelled. Each is given up once.
 */
final class Received<R> {
  private static final Object GIVEN_UP = new Object();

  private final Dialect<?, R> dialect;
  private final AtomicReference<@Nullable Object> content = new AtomicReference<>();

  Received(Dialect<?, R> dialect) {
    this.dialect = dialect;
  }

  /** Takes in the response, or gives it up if nobody wants one any more. */
  void put(R response) {
    if (!content.compareAndSet(null, response)) {
      discard(response);
    }
  }

  /** Gives up the response that is there or still to come, unless it is the one that the caller gets. */
  void giveUpUnless(@Nullable R delivered) {
    if (delivered == null || content.get() != delivered) {
      giveUp();
    }
  }

  /** Gives up the response that is there or still to come. */
  @SuppressWarnings("unchecked") // What else is put in is a response.
  void giveUp() {
    Object unread = content.getAndSet(GIVEN_UP);
    if (unread != null && unread != GIVEN_UP) {
      discard((R) unread);
    }
  }

  private void discard(R response) {
    try {
      dialect.discard(response);
    } catch (Throwable fault) {
      Log.warn("a body that nobody reads could not be closed", fault);
    }
  }
}
