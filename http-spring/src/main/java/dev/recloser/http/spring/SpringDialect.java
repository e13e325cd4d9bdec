package dev.recloser.http.spring;

import dev.recloser.http.spi.Dialect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.ClientHttpResponse;

/** How Spring calls things. */
enum SpringDialect implements Dialect<HttpRequest, ClientHttpResponse> {
  INSTANCE;

  @Override
  public String method(HttpRequest request) {
    return request.getMethod().name();
  }

  @Override
  public URI uri(HttpRequest request) {
    return request.getURI();
  }

  @Override
  public boolean hasHeader(HttpRequest request, String name) {
    return request.getHeaders().getFirst(name) != null;
  }

  /** Bodies are arrays of bytes. */
  @Override
  public boolean isReplayable(HttpRequest request) {
    return true;
  }

  @Override
  public HttpRequest copy(HttpRequest request, @Nullable URI target, Map<String, String> headers) {
    return new ChangedRequest(request, target == null ? request.getURI() : target, headers);
  }

  @Override
  public int status(ClientHttpResponse response) {
    try {
      return response.getStatusCode().value();
    } catch (IOException impossible) {
      throw new UncheckedIOException("the status was there before", impossible);
    }
  }

  @Override
  public @Nullable String header(ClientHttpResponse response, String name) {
    return response.getHeaders().getFirst(name);
  }

  @Override
  public void discard(ClientHttpResponse response) {
    response.close();
  }
}
