package dev.recloser.http.okhttp;

import dev.recloser.ResilienceException;
import dev.recloser.http.spi.Sender;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import okhttp3.Connection;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/**
 * An OkHttp interceptor that guards each call with what was asked for: breakers, retries, limits.
 *
 * <pre>{@code
 * OkHttpClient client = ResilientInterceptor.builder()
 *     .circuitBreakerPerHost(CircuitBreaker::ofDefaults)
 *     .retry(Retry.ofDefaults("inventory"))
 *     .build()
 *     .addTo(new OkHttpClient.Builder())
 *     .build();
 * }</pre>
 *
 * <p>Nothing is on unless asked for. Each attempt goes once down the chain; what OkHttp itself repeats or follows there,
 * such as redirects, is part of the attempt. Its own repeats after a broken connection are switched off by
 * {@code retryOnConnectionFailure(false)}. The response of an attempt that is followed by another is closed. A body that
 * is one-shot or duplex is sent once. A call that is cancelled, or meets the call timeout of the client, is not tried
 * again, and tells a breaker nothing; while it waits between two attempts, it ends after the wait.
 *
 * <p>A timeout ends an attempt while it connects, or waits for a server; a TLS handshake ends with the client's own read
 * timeout. A refusal, such as {@link dev.recloser.circuitbreaker.CircuitOpenException}, is thrown by {@code execute}; see
 * {@link ResilientInterceptorBuilder#refusalsAsIOExceptions} for {@code enqueue}. Safe for use by many threads.
 */
public final class ResilientInterceptor implements Interceptor {
  private final Sender<Request, Response> sender;
  private final boolean onlyIOExceptions;

  ResilientInterceptor(Sender<Request, Response> sender, boolean onlyIOExceptions) {
    this.sender = sender;
    this.onlyIOExceptions = onlyIOExceptions;
  }

  /** Returns a builder with nothing switched on. */
  public static ResilientInterceptorBuilder builder() {
    return new ResilientInterceptorBuilder();
  }

  /**
   * Adds this to a client, as an application interceptor and as a network interceptor. Without the latter, a timeout ends
   * an attempt that waits for a server by HTTP/1 only when the client's own read timeout does.
   *
   * @param client the builder of the client
   * @return the builder
   */
  public OkHttpClient.Builder addTo(OkHttpClient.Builder client) {
    return client.addInterceptor(this).addNetworkInterceptor(this);
  }

  @Override
  public Response intercept(Chain chain) throws IOException {
    Request request = chain.request();
    Connection connection = chain.connection();
    if (connection == null) {
      return guard(chain, request);
    }
    Line line = request.tag(Line.class);
    if (line != null) {
      line.hold(connection);
    }
    return chain.proceed(request);
  }

  private Response guard(Chain chain, Request request) throws IOException {
    try {
      return sender.send(request, new OkHttpExchange(chain));
    } catch (CancellationException cancelled) {
      if (cancelled.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw cancelled;
    } catch (ResilienceException refusal) {
      if (onlyIOExceptions) {
        throw new IOException(refusal.getMessage(), refusal);
      }
      throw refusal;
    }
  }
}
