package dev.recloser.http;

import dev.recloser.http.spi.Dialect;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Which requests may be sent again, and which answers are a reason to. */
record Repeats<Q>(IntPredicate statuses, Predicate<? super Q> optIn) {
  private static final Set<String> IDEMPOTENT =
      Set.of("GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE");

  static <Q> Repeats<Q> ofDefaults() {
    return new Repeats<>(Repeats::isTemporary, request -> false);
  }

  /** Too many requests, and all failures of a server but those that will not pass. */
  private static boolean isTemporary(int status) {
    return status == 429 || (status >= 500 && status != 501 && status != 505);
  }

  /** Returns whether sending it twice does no more than sending it once, and the same bytes go out again. */
  boolean mayRepeat(Dialect<Q, ?> dialect, Q request) {
    boolean idempotent = IDEMPOTENT.contains(dialect.method(request))
        || dialect.hasHeader(request, "Idempotency-Key")
        || optIn.test(request);
    return idempotent && dialect.isReplayable(request);
  }

  /**
   * Returns whether the failure shows that nothing of the request has reached a server. What is suppressed into it went
   * before: some clients tell so what they have tried on their own.
   */
  static boolean isUnsent(Dialect<?, ?> dialect, Throwable failure) {
    return (dialect.isUnsent(failure) || isUnsent(failure))
        && Stream.of(failure.getSuppressed()).allMatch(before -> isUnsent(dialect, before));
  }

  private static boolean isUnsent(Throwable failure) {
    return failure instanceof ConnectException
        || failure instanceof UnknownHostException
        || failure instanceof HttpConnectTimeoutException
        || (failure instanceof IOException && failure.getCause() instanceof ConnectException);
  }
}
