package dev.recloser.http;

import dev.recloser.http.spi.Exchange;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** A send of a client of the JDK, which heeds interrupts. */
record JdkExchange<T extends @Nullable Object>(HttpClient client, BodyHandler<T> handler)
    implements Exchange<HttpRequest, HttpResponse<T>> {

  @Override
  public HttpResponse<T> send(HttpRequest request) throws IOException, InterruptedException {
    return client.send(request, handler);
  }

  @Override
  public HttpResponse<T> answer(
      HttpRequest request, int statusCode, HttpHeaders headers, byte[] body)
      throws IOException, InterruptedException {
    try {
      return MadeResponse.of(request, statusCode, headers, body, handler).get();
    } catch (ExecutionException e) {
      throw new IOException("the body handler cannot read the fallback response", e.getCause());
    }
  }
}
