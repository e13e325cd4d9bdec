package dev.recloser.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/** Which requests may be sent again, and which answers are a reason to. */
record Repeats(IntPredicate statuses, Predicate<? super HttpRequest> optIn) {
  private static final Set<String> IDEMPOTENT =
      Set.of("GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE");

  /**
   * Publishers of the JDK that publish the same bytes to each subscriber. That of an input stream may not, and of others
   * nothing is known. A name that a JDK does not know costs no more than a retry.
   */
  private static final Set<String> REPLAYABLE = Set.of(
      "jdk.internal.net.http.RequestPublishers$EmptyPublisher",
      "jdk.internal.net.http.RequestPublishers$ByteArrayPublisher",
      "jdk.internal.net.http.RequestPublishers$StringPublisher",
      "jdk.internal.net.http.RequestPublishers$FilePublisher");

  static final Repeats DEFAULT = new Repeats(Repeats::isTemporary, request -> false);

  /** Too many requests, and all failures of a server but those that will not pass. */
  private static boolean isTemporary(int status) {
    return status == 429 || (status >= 500 && status != 501 && status != 505);
  }

  /** Returns whether sending it twice does no more than sending it once, and the same bytes go out again. */
  boolean mayRepeat(HttpRequest request) {
    return isIdempotent(request) && isReplayable(request);
  }

  private boolean isIdempotent(HttpRequest request) {
    return IDEMPOTENT.contains(request.method())
        || request.headers().firstValue("Idempotency-Key").isPresent()
        || optIn.test(request);
  }

  boolean isReplayable(HttpRequest request) {
    return request.bodyPublisher().map(Repeats::isReplayable).orElse(true);
  }

  private static boolean isReplayable(BodyPublisher body) {
    return body instanceof ReplayableBody || REPLAYABLE.contains(body.getClass().getName());
  }

  /** Returns whether the failure shows that nothing of the request has reached a server. */
  static boolean isUnsent(Throwable failure) {
    return failure instanceof ConnectException
        || failure instanceof HttpConnectTimeoutException
        || (failure instanceof IOException && failure.getCause() instanceof ConnectException);
  }
}
