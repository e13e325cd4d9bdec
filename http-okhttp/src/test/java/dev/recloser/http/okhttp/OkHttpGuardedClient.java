package dev.recloser.http.okhttp;

import dev.recloser.http.GuardedClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.BufferedSink;
import okio.BufferedSource;
import okio.ForwardingSource;
import okio.Okio;
import org.jspecify.annotations.Nullable;

/** OkHttp, which counts below the guard how often each response is closed. */
final class OkHttpGuardedClient implements GuardedClient {
  private final List<AtomicInteger> closings = new CopyOnWriteArrayList<>();
  private final OkHttpClient client;

  OkHttpGuardedClient(ResilientInterceptor guard) {
    client = guard
        .addTo(new OkHttpClient.Builder().retryOnConnectionFailure(false))
        .addInterceptor(this::count)
        .build();
  }

  @Override
  public Reply send(Ask ask) throws IOException {
    closings.clear();
    Request.Builder request = new Request.Builder()
        .url(ask.uri().toString())
        .method(ask.method(), ask.body().isEmpty() ? null : new Body(ask.body(), ask.once()));
    ask.headers().forEach(request::header);
    try (Response response = client.newCall(request.build()).execute()) {
      List<Integer> before = closings.stream().map(AtomicInteger::get).toList();
      return new Reply(response.code(), response.body().string(), before);
    }
  }

  private Response count(Interceptor.Chain chain) throws IOException {
    Response response = chain.proceed(chain.request());
    AtomicInteger count = new AtomicInteger();
    closings.add(count);
    return response.newBuilder().body(new Counted(response.body(), count)).build();
  }

  @Override
  public int leased() {
    return client.connectionPool().connectionCount()
        - client.connectionPool().idleConnectionCount();
  }

  @Override
  public void close() {
    client.connectionPool().evictAll();
    client.dispatcher().executorService().shutdown();
  }

  private static final class Body extends RequestBody {
    private final String text;
    private final boolean once;

    Body(String text, boolean once) {
      this.text = text;
      this.once = once;
    }

    @Override
    public @Nullable MediaType contentType() {
      return null;
    }

    @Override
    public boolean isOneShot() {
      return once;
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
      sink.writeString(text, StandardCharsets.UTF_8);
    }
  }

  private static final class Counted extends ResponseBody {
    private final ResponseBody body;
    private final BufferedSource source;

    Counted(ResponseBody body, AtomicInteger count) {
      this.body = body;
      this.source = Okio.buffer(new ForwardingSource(body.source()) {
        @Override
        public void close() throws IOException {
          count.incrementAndGet();
          super.close();
        }
      });
    }

    @Override
    public long contentLength() {
      return body.contentLength();
    }

    @Override
    public @Nullable MediaType contentType() {
      return body.contentType();
    }

    @Override
    public BufferedSource source() {
      return source;
    }
  }
}
