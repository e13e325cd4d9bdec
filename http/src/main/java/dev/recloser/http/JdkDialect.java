package dev.recloser.http;

import dev.recloser.http.spi.Dialect;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** How {@code java.net.http} calls things. */
enum JdkDialect implements Dialect<HttpRequest, HttpResponse<?>> {
  INSTANCE;

  /**
   * Publishers of the JDK that publish the same bytes to each subscriber. That of an input stream may not, and of others
   * nothing is known. A name that a JDK does not know costs no more than a retry.
   */
  private static final Set<String> REPLAYABLE = Set.of(
      "jdk.internal.net.http.RequestPublishers$EmptyPublisher",
      "jdk.internal.net.http.RequestPublishers$ByteArrayPublisher",
      "jdk.internal.net.http.RequestPublishers$StringPublisher",
      "jdk.internal.net.http.RequestPublishers$FilePublisher");

  @Override
  public String method(HttpRequest request) {
    return request.method();
  }

  @Override
  public URI uri(HttpRequest request) {
    return request.uri();
  }

  @Override
  public boolean hasHeader(HttpRequest request, String name) {
    return request.headers().firstValue(name).isPresent();
  }

  @Override
  public boolean isReplayable(HttpRequest request) {
    return request.bodyPublisher().map(JdkDialect::isReplayable).orElse(true);
  }

  private static boolean isReplayable(BodyPublisher body) {
    return body instanceof ReplayableBody || REPLAYABLE.contains(body.getClass().getName());
  }

  @Override
  public HttpRequest copy(HttpRequest request, @Nullable URI target, Map<String, String> headers) {
    HttpRequest.Builder copy = HttpRequest.newBuilder(request, (name, value) -> true);
    if (target != null) {
      copy.uri(target);
    }
    headers.forEach(copy::setHeader);
    return copy.build();
  }

  @Override
  public int status(HttpResponse<?> response) {
    return response.statusCode();
  }

  @Override
  public @Nullable String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse(null);
  }

  /** Closes a body that is open, or cancels one that is published; any other has been read already. */
  @Override
  public void discard(HttpResponse<?> response) throws Exception {
    Object body = response.body();
    if (body instanceof AutoCloseable open) {
      open.close();
    } else if (body instanceof Flow.Publisher<?> publisher) {
      publisher.subscribe(new Cancelling<>());
    }
  }

  /** Wants nothing. */
  private static final class Cancelling<T> implements Flow.Subscriber<T> {
    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      subscription.cancel();
    }

    @Override
    public void onNext(T item) {}

    @Override
    public void onError(Throwable throwable) {}

    @Override
    public void onComplete() {}
  }
}
