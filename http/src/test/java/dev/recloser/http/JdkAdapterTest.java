package dev.recloser.http;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

class JdkAdapterTest extends AdapterContract<ResilientHttpClientBuilder> {

  @Override
  protected ResilientHttpClientBuilder builder() {
    return ResilientHttpClient.builder(HttpClient.newHttpClient());
  }

  @Override
  protected GuardedClient client(ResilientHttpClientBuilder settings) {
    return new Client(settings.build());
  }

  private static final class Client implements GuardedClient {
    private final List<AtomicInteger> closings = new CopyOnWriteArrayList<>();
    private final HttpClient client;

    Client(HttpClient client) {
      this.client = client;
    }

    @Override
    public Reply send(Ask ask) throws Exception {
      closings.clear();
      HttpRequest.Builder request =
          HttpRequest.newBuilder(ask.uri()).method(ask.method(), body(ask));
      ask.headers().forEach(request::header);
      HttpResponse<InputStream> response = client.send(
          request.build(),
          info -> BodySubscribers.mapping(
              BodyHandlers.ofInputStream().apply(info),
              stream -> count(info.statusCode(), stream)));
      List<Integer> before = closings.stream().map(AtomicInteger::get).toList();
      try (InputStream body = response.body()) {
        String text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
        return new Reply(response.statusCode(), text, before);
      }
    }

    private static BodyPublisher body(Ask ask) {
      byte[] bytes = ask.body().getBytes(StandardCharsets.UTF_8);
      return ask.once()
          ? BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes))
          : BodyPublishers.ofByteArray(bytes);
    }

    /** Counts how often a body is closed, but for that of a fallback. */
    private InputStream count(int status, InputStream body) {
      AtomicInteger count = new AtomicInteger();
      if (status != 203) {
        closings.add(count);
      }
      return new FilterInputStream(body) {
        @Override
        public void close() throws IOException {
          count.incrementAndGet();
          super.close();
        }
      };
    }

    @Override
    public int leased() {
      return 0; // It does not tell.
    }

    @Override
    public void close() {}
  }
}
