package dev.recloser.http.spring;

import dev.recloser.http.spi.Sender;
import java.io.IOException;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.ClientHttpResponse;

/**
 * An interceptor that guards each request of a {@code RestClient} or {@code RestTemplate} with what was asked for:
 * breakers, retries, limits.
 *
 * <pre>{@code
 * RestClient client = RestClient.builder()
 *     .requestInterceptor(ResilientRequestInterceptor.builder()
 *         .circuitBreakerPerHost(CircuitBreaker::ofDefaults)
 *         .retry(Retry.ofDefaults("inventory"))
 *         .build())
 *     .build();
 * }</pre>
 *
 * <p>Nothing is on unless asked for. Let it be the last interceptor: in Spring 6 an attempt after the first skips all
 * that come after this one. The response of an attempt that is followed by another is closed. Bodies are arrays of bytes,
 * so each can be sent again. Spring makes exceptions of statuses further out: here a status is a response.
 *
 * <p>A timeout interrupts. The request factory for the JDK's client heeds that; one for {@code HttpURLConnection} or
 * Apache HttpClient does not: then an attempt holds its thread until the client's own read timeout, and after that ends
 * as timed out. A refusal, such as {@link dev.recloser.circuitbreaker.CircuitOpenException}, is thrown as it is. Safe for
 * use by many threads.
 */
public final class ResilientRequestInterceptor implements ClientHttpRequestInterceptor {
  private final Sender<HttpRequest, ClientHttpResponse> sender;

  ResilientRequestInterceptor(Sender<HttpRequest, ClientHttpResponse> sender) {
    this.sender = sender;
  }

  /** Returns a builder with nothing switched on. */
  public static ResilientRequestInterceptorBuilder builder() {
    return new ResilientRequestInterceptorBuilder();
  }

  @Override
  public ClientHttpResponse intercept(
      HttpRequest request, byte[] body, ClientHttpRequestExecution execution) throws IOException {
    return sender.send(request, new SpringExchange(execution, body));
  }
}
