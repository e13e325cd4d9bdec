package dev.recloser.http.spring;

import java.net.URI;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpRequest;
import org.springframework.http.client.support.HttpRequestWrapper;

/** A request at another address, or with other headers. */
final class ChangedRequest extends HttpRequestWrapper {
  private final URI target;
  private final HttpHeaders headers = new HttpHeaders();

  ChangedRequest(HttpRequest request, URI target, Map<String, String> changes) {
    super(request);
    this.target = target;
    request.getHeaders().forEach(headers::addAll);
    changes.forEach(headers::set);
  }

  @Override
  public URI getURI() {
    return target;
  }

  @Override
  public HttpHeaders getHeaders() {
    return headers;
  }
}
