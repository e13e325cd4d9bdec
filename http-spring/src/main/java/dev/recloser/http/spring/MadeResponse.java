package dev.recloser.http.spring;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpResponse;

/** A response that no server sent. */
final class MadeResponse implements ClientHttpResponse {
  private final HttpStatusCode status;
  private final HttpHeaders headers = new HttpHeaders();
  private final InputStream body;

  MadeResponse(int statusCode, java.net.http.HttpHeaders headers, byte[] body) {
    this.status = HttpStatusCode.valueOf(statusCode);
    this.body = new ByteArrayInputStream(body);
    headers.map().forEach(this.headers::addAll);
  }

  @Override
  public HttpStatusCode getStatusCode() {
    return status;
  }

  @Override
  public String getStatusText() {
    return "";
  }

  @Override
  public HttpHeaders getHeaders() {
    return headers;
  }

  @Override
  public InputStream getBody() {
    return body;
  }

  @Override
  public void close() {}
}
