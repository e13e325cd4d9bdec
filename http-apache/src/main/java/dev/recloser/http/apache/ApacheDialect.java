package dev.recloser.http.apache;

import dev.recloser.http.spi.Dialect;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.jspecify.annotations.Nullable;

/** How Apache HttpClient calls things. */
enum ApacheDialect implements Dialect<ClassicHttpRequest, ClassicHttpResponse> {
  INSTANCE;

  @Override
  public String method(ClassicHttpRequest request) {
    return request.getMethod();
  }

  @Override
  public URI uri(ClassicHttpRequest request) {
    try {
      return request.getUri();
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("the request has no valid address", e);
    }
  }

  @Override
  public boolean hasHeader(ClassicHttpRequest request, String name) {
    return request.containsHeader(name);
  }

  @Override
  public boolean isReplayable(ClassicHttpRequest request) {
    return request.getEntity() == null || request.getEntity().isRepeatable();
  }

  @Override
  public ClassicHttpRequest copy(
      ClassicHttpRequest request, @Nullable URI target, Map<String, String> headers) {
    ClassicRequestBuilder copy = ClassicRequestBuilder.copy(request);
    if (target != null) {
      copy.setUri(target);
    }
    headers.forEach(copy::setHeader);
    return copy.build();
  }

  @Override
  public int status(ClassicHttpResponse response) {
    return response.getCode();
  }

  @Override
  public @Nullable String header(ClassicHttpResponse response, String name) {
    Header header = response.getFirstHeader(name);
    return header == null ? null : header.getValue();
  }

  @Override
  public void discard(ClassicHttpResponse response) throws IOException {
    response.close();
  }

  @Override
  public boolean isUnsent(Throwable failure) {
    return failure instanceof ConnectTimeoutException;
  }
}
