package dev.recloser.http.spring;

import dev.recloser.http.GuardedClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.InterceptingClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.support.HttpRequestWrapper;

/** A client of Spring, which counts below the guard how often each response is closed. */
final class SpringGuardedClient implements GuardedClient {
  private final List<AtomicInteger> closings = new CopyOnWriteArrayList<>();
  private final AtomicInteger open = new AtomicInteger();
  private final InterceptingClientHttpRequestFactory requests;

  SpringGuardedClient(ResilientRequestInterceptor guard) {
    requests = new InterceptingClientHttpRequestFactory(new Counting(), List.of(guard));
  }

  @Override
  public Reply send(Ask ask) throws IOException {
    closings.clear();
    ClientHttpRequest request = requests.createRequest(ask.uri(), HttpMethod.valueOf(ask.method()));
    ask.headers().forEach(request.getHeaders()::set);
    request.getBody().write(ask.body().getBytes(StandardCharsets.UTF_8));
    try (ClientHttpResponse response = request.execute()) {
      List<Integer> before = closings.stream().map(AtomicInteger::get).toList();
      String body = new String(response.getBody().readAllBytes(), StandardCharsets.UTF_8);
      return new Reply(response.getStatusCode().value(), body, before);
    }
  }

  @Override
  public int leased() {
    return open.get();
  }

  @Override
  public void close() {}

  /** Counts below all interceptors. */
  private final class Counting implements ClientHttpRequestFactory {
    private final ClientHttpRequestFactory factory = new JdkClientHttpRequestFactory();

    @Override
    public ClientHttpRequest createRequest(URI uri, HttpMethod method) throws IOException {
      return new CountedRequest(factory.createRequest(uri, method));
    }
  }

  private final class CountedRequest extends HttpRequestWrapper implements ClientHttpRequest {
    private final ClientHttpRequest request;

    CountedRequest(ClientHttpRequest request) {
      super(request);
      this.request = request;
    }

    @Override
    public OutputStream getBody() throws IOException {
      return request.getBody();
    }

    @Override
    public ClientHttpResponse execute() throws IOException {
      ClientHttpResponse response = request.execute();
      AtomicInteger count = new AtomicInteger();
      closings.add(count);
      open.incrementAndGet();
      return new Counted(response, count, open);
    }
  }

  private record Counted(ClientHttpResponse response, AtomicInteger count, AtomicInteger open)
      implements ClientHttpResponse {
    @Override
    public HttpStatusCode getStatusCode() throws IOException {
      return response.getStatusCode();
    }

    @Override
    public String getStatusText() throws IOException {
      return response.getStatusText();
    }

    @Override
    public HttpHeaders getHeaders() {
      return response.getHeaders();
    }

    @Override
    public InputStream getBody() throws IOException {
      return response.getBody();
    }

    @Override
    public void close() {
      if (count.incrementAndGet() == 1) {
        open.decrementAndGet();
      }
      response.close();
    }
  }
}
