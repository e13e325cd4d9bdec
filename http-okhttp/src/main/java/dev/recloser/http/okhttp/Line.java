package dev.recloser.http.okhttp;

import java.io.IOException;
import java.io.InterruptedIOException;
import okhttp3.Connection;
import okhttp3.Protocol;
import org.jspecify.annotations.Nullable;

/** The connection of one attempt, to be cut when its time is up: a read from a socket does not heed interrupts. */
final class Line {
  private volatile @Nullable Connection connection;
  private volatile boolean cut;

  /**
   * Takes note of the connection that the attempt has got.
   *
   * @throws InterruptedIOException if the attempt is over already, and OkHttp tries to connect once more
   */
  void hold(Connection acquired) throws InterruptedIOException {
    connection = acquired;
    if (cut) {
      throw new InterruptedIOException("the time of the attempt was up");
    }
  }

  /** Lets go of the connection, which the response may still need. */
  void release() {
    connection = null;
  }

  /** Closes the connection, unless others share it: then waiting heeds interrupts. */
  void cut() {
    cut = true;
    Connection held = connection;
    if (held == null || isShared(held)) {
      return;
    }
    try {
      held.socket().close();
    } catch (IOException e) {
      // It was broken already, which ends the attempt as well.
    }
  }

  private static boolean isShared(Connection connection) {
    Protocol protocol = connection.protocol();
    return protocol == Protocol.HTTP_2 || protocol == Protocol.H2_PRIOR_KNOWLEDGE;
  }
}
