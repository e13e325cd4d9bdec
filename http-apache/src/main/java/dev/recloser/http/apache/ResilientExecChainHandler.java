package dev.recloser.http.apache;

import dev.recloser.http.spi.Sender;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;

/**
 * An interceptor that guards each execution of a classic Apache HttpClient with what was asked for: breakers, retries,
 * limits.
 *
 * <pre>{@code
 * CloseableHttpClient client = HttpClients.custom()
 *     .disableAutomaticRetries()
 *     .addExecInterceptorFirst("recloser", ResilientExecChainHandler.builder()
 *         .circuitBreakerPerHost(CircuitBreaker::ofDefaults)
 *         .retry(Retry.ofDefaults("inventory"))
 *         .build())
 *     .build();
 * }</pre>
 *
 * <p>Nothing is on unless asked for. It must be the first interceptor. Each attempt goes once down the chain; what the
 * client repeats or follows there, such as redirects, is part of the attempt. By default the client tries again on its
 * own: that is switched off as above. The response of an attempt that is followed by another is closed, and with it its
 * connection. A body that is not repeatable is sent once. A request that is aborted is not tried again, and tells a
 * breaker nothing; while it waits between two attempts, it ends after the wait.
 *
 * <p>A timeout ends an attempt while it waits for a connection of the pool or for a server; connecting itself ends with
 * the client's own connect timeout. An endpoint of a pool is reached by the proxy that the client has planned for the
 * request, or by none. A refusal, such as {@link dev.recloser.circuitbreaker.CircuitOpenException}, is thrown as it is.
 * Safe for use by many threads.
 */
public final class ResilientExecChainHandler implements ExecChainHandler {
  private final Sender<ClassicHttpRequest, ClassicHttpResponse> sender;

  ResilientExecChainHandler(Sender<ClassicHttpRequest, ClassicHttpResponse> sender) {
    this.sender = sender;
  }

  /** Returns a builder with nothing switched on. */
  public static ResilientExecChainHandlerBuilder builder() {
    return new ResilientExecChainHandlerBuilder();
  }

  @Override
  public ClassicHttpResponse execute(
      ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain) throws IOException {
    try {
      return sender.send(request, new ApacheExchange(request, scope, chain));
    } catch (CancellationException aborted) {
      if (aborted.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw aborted;
    }
  }
}
