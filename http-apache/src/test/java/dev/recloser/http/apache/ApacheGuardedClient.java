package dev.recloser.http.apache;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.recloser.http.GuardedClient;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import org.apache.hc.core5.http.message.HttpResponseWrapper;

/** Apache HttpClient, which counts below the guard how often each response is closed. */
final class ApacheGuardedClient implements GuardedClient {
  private final List<AtomicInteger> closings = new CopyOnWriteArrayList<>();
  private final PoolingHttpClientConnectionManager connections =
      new PoolingHttpClientConnectionManager();
  private final CloseableHttpClient client;

  ApacheGuardedClient(ResilientExecChainHandler guard) {
    client = HttpClients.custom()
        .setConnectionManager(connections)
        .disableAutomaticRetries()
        .addExecInterceptorBefore(ChainElement.PROTOCOL.name(), "count", this::count)
        .addExecInterceptorFirst("guard", guard)
        .build();
  }

  @Override
  public Reply send(Ask ask) throws IOException {
    closings.clear();
    ClassicRequestBuilder request = ClassicRequestBuilder.create(ask.method()).setUri(ask.uri());
    if (!ask.body().isEmpty()) {
      request.setEntity(entity(ask));
    }
    ask.headers().forEach(request::setHeader);
    return client.execute(request.build(), response -> {
      List<Integer> before = closings.stream().map(AtomicInteger::get).toList();
      return new Reply(response.getCode(), EntityUtils.toString(response.getEntity()), before);
    });
  }

  private static HttpEntity entity(Ask ask) {
    byte[] bytes = ask.body().getBytes(UTF_8);
    return ask.once()
        ? new InputStreamEntity(new ByteArrayInputStream(bytes), null)
        : new ByteArrayEntity(bytes, null);
  }

  private ClassicHttpResponse count(
      ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
      throws IOException, HttpException {
    AtomicInteger count = new AtomicInteger();
    ClassicHttpResponse response = chain.proceed(request, scope);
    closings.add(count);
    return new Counted(response, count);
  }

  @Override
  public int leased() {
    return connections.getTotalStats().getLeased();
  }

  @Override
  public void close() throws IOException {
    client.close();
  }

  private static final class Counted extends HttpResponseWrapper implements ClassicHttpResponse {
    private final ClassicHttpResponse response;
    private final AtomicInteger count;

    Counted(ClassicHttpResponse response, AtomicInteger count) {
      super(response);
      this.response = response;
      this.count = count;
    }

    @Override
    public HttpEntity getEntity() {
      return response.getEntity();
    }

    @Override
    public void setEntity(HttpEntity entity) {
      response.setEntity(entity);
    }

    @Override
    public void close() throws IOException {
      count.incrementAndGet();
      response.close();
    }
  }
}
