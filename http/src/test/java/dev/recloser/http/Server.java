package dev.recloser.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server on a free port that answers as it is told, and keeps what it was asked. */
public final class Server implements AutoCloseable {

  /** Answers one exchange. */
  public interface Answer {
    void to(HttpExchange exchange) throws IOException;
  }

  /** What was asked. */
  public record Seen(
      String method, String path, String body, List<String> attempt, List<String> left) {}

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final ConcurrentLinkedQueue<Answer> script = new ConcurrentLinkedQueue<>();
  private final List<Seen> seen = new CopyOnWriteArrayList<>();
  private volatile Answer otherwise = status(200);

  public Server() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  private void handle(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), ISO_8859_1);
    seen.add(new Seen(
        exchange.getRequestMethod(),
        exchange.getRequestURI().getPath(),
        body,
        exchange.getRequestHeaders().getOrDefault("X-attempt", List.of()),
        exchange.getRequestHeaders().getOrDefault("X-remaining-ms", List.of())));
    Answer next = script.poll();
    (next == null ? otherwise : next).to(exchange);
    exchange.close();
  }

  public static Answer status(int status) {
    return status(status, "body of " + status);
  }

  public static Answer status(int status, String body, String... header) {
    return exchange -> {
      if (header.length == 2) {
        exchange.getResponseHeaders().set(header[0], header[1]);
      }
      byte[] bytes = body.getBytes(ISO_8859_1);
      exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    };
  }

  /** Answers the next exchanges with these statuses. */
  public Server then(int... statuses) {
    for (int status : statuses) {
      script.add(status(status));
    }
    return this;
  }

  public Server then(Answer answer) {
    script.add(answer);
    return this;
  }

  public Server otherwise(Answer answer) {
    otherwise = answer;
    return this;
  }

  public List<Seen> seen() {
    return seen;
  }

  public URI uri(String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }

  public HttpRequest get() {
    return HttpRequest.newBuilder(uri("/")).build();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
