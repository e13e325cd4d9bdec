package dev.recloser.http;

import dev.recloser.check.Argument;
import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.concurrent.Flow;

/**
 * A body that publishes the same bytes to each subscriber, so that its request may be sent again. The JDK's publishers of
 * bytes, text and files are known to do so; say it of others that do:
 *
 * <pre>{@code
 * HttpRequest.newBuilder(uri).PUT(ReplayableBody.of(BodyPublishers.ofInputStream(() -> open(path))))
 * }</pre>
 */
public final class ReplayableBody implements BodyPublisher {
  private final BodyPublisher body;

  private ReplayableBody(BodyPublisher body) {
    this.body = body;
  }

  /**
   * Returns the body, marked as replayable.
   *
   * @param body the body
   */
  public static ReplayableBody of(BodyPublisher body) {
    return new ReplayableBody(Argument.notNull("body", body));
  }

  @Override
  public long contentLength() {
    return body.contentLength();
  }

  @Override
  public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
    body.subscribe(subscriber);
  }
}
