package dev.recloser.http;

import dev.recloser.check.Argument;
import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * An {@link HttpClient} that guards each send of another one with what was asked for: breakers, retries, limits.
 *
 * <pre>{@code
 * HttpClient http = ResilientHttpClient.builder(HttpClient.newHttpClient())
 *     .circuitBreakerPerHost(CircuitBreaker::ofDefaults)
 *     .retry(Retry.ofDefaults("inventory"))
 *     .build();
 * }</pre>
 *
 * <p>Nothing is on unless asked for. What is on takes effect for every send, with nothing at the call site: from the outside
 * in a fallback, a timeout for all attempts, a retry, a circuit breaker, a rate limiter, a bulkhead, a timeout for each
 * attempt. So a breaker is asked and told once per attempt. A refusal, such as {@link
 * dev.recloser.circuitbreaker.CircuitOpenException}, is thrown by {@code send}, and fails the future of {@code sendAsync};
 * all that a server or the other client answers is passed on as it is. A cancelled future cancels the exchange, and leaves no
 * permit and no connection behind. Safe for use by many threads.
 */
public final class ResilientHttpClient extends HttpClient {
  private final HttpClient client;
  private final Rules<HttpRequest, HttpResponse<?>> rules;
  private final Lifecycle lifecycle;

  ResilientHttpClient(HttpClient client, Rules<HttpRequest, HttpResponse<?>> rules) {
    this.client = client;
    this.rules = rules;
    this.lifecycle = new Lifecycle(client);
  }

  /**
   * Returns a builder with nothing switched on.
   *
   * @param client what sends
   */
  public static ResilientHttpClientBuilder builder(HttpClient client) {
    return new ResilientHttpClientBuilder(Argument.notNull("client", client));
  }

  @Override
  public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
      throws IOException, InterruptedException {
    Argument.notNull("request", request);
    Argument.notNull("responseBodyHandler", handler);
    return new BlockingSend<>(rules, request, new JdkExchange<>(client, handler)).run();
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler) {
    return sendAsync(request, handler, null);
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler, @Nullable PushPromiseHandler<T> pushes) {
    Argument.notNull("request", request);
    Argument.notNull("responseBodyHandler", handler);
    return new AsyncSend<>(client, rules, request, handler, pushes).start();
  }

  /** Returns the other client's builder: a web socket is not guarded. */
  @Override
  public WebSocket.Builder newWebSocketBuilder() {
    return client.newWebSocketBuilder();
  }

  @Override
  public Optional<CookieHandler> cookieHandler() {
    return client.cookieHandler();
  }

  @Override
  public Optional<Duration> connectTimeout() {
    return client.connectTimeout();
  }

  @Override
  public Redirect followRedirects() {
    return client.followRedirects();
  }

  @Override
  public Optional<ProxySelector> proxy() {
    return client.proxy();
  }

  @Override
  public SSLContext sslContext() {
    return client.sslContext();
  }

  @Override
  public SSLParameters sslParameters() {
    return client.sslParameters();
  }

  @Override
  public Optional<Authenticator> authenticator() {
    return client.authenticator();
  }

  @Override
  public Version version() {
    return client.version();
  }

  @Override
  public Optional<Executor> executor() {
    return client.executor();
  }

  // The methods below override those that HttpClient has since Java 21.

  /** Closes the other client, on Java 21 and later; before, clients cannot be closed, and this does nothing. */
  public void close() {
    lifecycle.close();
  }

  /** Shuts the other client down, on Java 21 and later; does nothing before. */
  public void shutdown() {
    lifecycle.shutdown();
  }

  /** Shuts the other client down at once, on Java 21 and later; does nothing before. */
  public void shutdownNow() {
    lifecycle.shutdownNow();
  }

  /**
   * Waits until the other client has shut down, on Java 21 and later; returns false before.
   *
   * @param duration how long to wait
   * @return whether it has
   * @throws InterruptedException if the thread is interrupted
   */
  public boolean awaitTermination(Duration duration) throws InterruptedException {
    return lifecycle.awaitTermination(duration);
  }

  /** Returns whether the other client has shut down, on Java 21 and later; returns false before. */
  public boolean isTerminated() {
    return lifecycle.isTerminated();
  }

  @Override
  public String toString() {
    return "ResilientHttpClient[" + client + "]";
  }
}
