package dev.recloser.http.okhttp;

import dev.recloser.http.spi.Dialect;
import java.net.URI;
import java.util.Map;
import okhttp3.HttpUrl;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** How OkHttp calls things. */
enum OkHttpDialect implements Dialect<Request, Response> {
  INSTANCE;

  @Override
  public String method(Request request) {
    return request.method();
  }

  @Override
  public URI uri(Request request) {
    return request.url().uri();
  }

  @Override
  public boolean hasHeader(Request request, String name) {
    return request.header(name) != null;
  }

  @Override
  public boolean isReplayable(Request request) {
    RequestBody body = request.body();
    return body == null || !(body.isOneShot() || body.isDuplex());
  }

  @Override
  public Request copy(Request request, @Nullable URI target, Map<String, String> headers) {
    Request.Builder copy = request.newBuilder();
    if (target != null) {
      copy.url(at(request.url(), target));
    }
    headers.forEach(copy::header);
    return copy.build();
  }

  /** Changes what the endpoint names, and nothing else: a URI encodes characters that OkHttp leaves as they are. */
  private static HttpUrl at(HttpUrl asked, URI target) {
    HttpUrl endpoint = HttpUrl.get(target.toString());
    String path = target.getRawPath();
    String base = path.substring(0, path.length() - asked.uri().getRawPath().length());
    return asked
        .newBuilder()
        .scheme(endpoint.scheme())
        .encodedUsername(endpoint.encodedUsername())
        .encodedPassword(endpoint.encodedPassword())
        .host(endpoint.host())
        .port(endpoint.port())
        .encodedPath(base + asked.encodedPath())
        .build();
  }

  @Override
  public int status(Response response) {
    return response.code();
  }

  @Override
  public @Nullable String header(Response response, String name) {
    return response.header(name);
  }

  @Override
  public void discard(Response response) {
    response.close();
  }
}
