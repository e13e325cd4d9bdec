package dev.recloser.http.spring;

import dev.recloser.http.spi.Exchange;
import java.io.IOException;
import java.net.http.HttpHeaders;
import org.springframework.http.HttpRequest;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpRequestExecution;
import org.springframework.http.client.ClientHttpResponse;

/** A request of Spring, of which each attempt goes to the rest of the interceptors and the request factory. */
final class SpringExchange implements Exchange<HttpRequest, ClientHttpResponse> {
  private final ClientHttpRequestExecution execution;
  private final byte[] body;

  SpringExchange(ClientHttpRequestExecution execution, byte[] body) {
    this.execution = execution;
    this.body = body;
  }

  @Override
  public ClientHttpResponse send(HttpRequest request) throws IOException, InterruptedException {
    try {
      return withStatus(execution.execute(request, body));
    } catch (IOException failure) {
      if (Thread.interrupted()) {
        InterruptedException interrupted = new InterruptedException("interrupted");
        interrupted.initCause(failure);
        throw interrupted;
      }
      throw failure;
    }
  }

  /** Reads the status, which some clients wait for only then. */
  private static ClientHttpResponse withStatus(ClientHttpResponse response) throws IOException {
    try {
      HttpStatusCode unused = response.getStatusCode();
      return response;
    } catch (Throwable failure) {
      response.close();
      throw failure;
    }
  }

  @Override
  public ClientHttpResponse answer(
      HttpRequest request, int statusCode, HttpHeaders headers, byte[] answer) {
    return new MadeResponse(statusCode, headers, answer);
  }
}
