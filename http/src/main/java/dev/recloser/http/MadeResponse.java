package dev.recloser.http;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/** A response that no server sent. */
record MadeResponse<T extends @Nullable Object>(
    HttpRequest request, int statusCode, HttpHeaders headers, T body) implements HttpResponse<T> {

  /** Returns the response, its body made by the caller's handler. */
  static <T extends @Nullable Object> CompletableFuture<HttpResponse<T>> of(
      HttpRequest request,
      int statusCode,
      HttpHeaders headers,
      byte[] body,
      BodyHandler<T> handler) {
    BodySubscriber<T> subscriber = handler.apply(new Info(statusCode, headers));
    OneBody published = new OneBody(subscriber, ByteBuffer.wrap(body).asReadOnlyBuffer());
    subscriber.onSubscribe(published);
    published.subscribed();
    return subscriber
        .getBody()
        .toCompletableFuture()
        .thenApply(read -> new MadeResponse<>(request, statusCode, headers, read));
  }

  @Override
  public Optional<HttpResponse<T>> previousResponse() {
    return Optional.empty();
  }

  @Override
  public Optional<SSLSession> sslSession() {
    return Optional.empty();
  }

  @Override
  public URI uri() {
    return request.uri();
  }

  @Override
  public HttpClient.Version version() {
    return HttpClient.Version.HTTP_1_1;
  }

  private record Info(int statusCode, HttpHeaders headers) implements ResponseInfo {
    @Override
    public HttpClient.Version version() {
      return HttpClient.Version.HTTP_1_1;
    }
  }

  /** Publishes the body as soon as it is wanted, and the subscriber has returned from being subscribed. */
  private static final class OneBody implements Flow.Subscription {
    private final Flow.Subscriber<? super List<ByteBuffer>> subscriber;
    private final ByteBuffer body;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile boolean wanted;
    private volatile boolean subscribed;

    OneBody(Flow.Subscriber<? super List<ByteBuffer>> subscriber, ByteBuffer body) {
      this.subscriber = subscriber;
      this.body = body;
    }

    @Override
    public void request(long n) {
      if (n <= 0 && ended.compareAndSet(false, true)) {
        subscriber.onError(new IllegalArgumentException("n must be positive, but was " + n));
      }
      wanted = true;
      publish();
    }

    void subscribed() {
      subscribed = true;
      publish();
    }

    private void publish() {
      if (wanted && subscribed && ended.compareAndSet(false, true)) {
        if (body.hasRemaining()) {
          subscriber.onNext(List.of(body));
        }
        subscriber.onComplete();
      }
    }

    @Override
    public void cancel() {
      ended.set(true);
    }
  }
}
