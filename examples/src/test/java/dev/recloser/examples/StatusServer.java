package dev.recloser.examples;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A real server that answers with the statuses that it is told, and then with 200. */
final class StatusServer implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Deque<Integer> script = new ConcurrentLinkedDeque<>();
  private final AtomicInteger exchanges = new AtomicInteger();
  private volatile @Nullable String retryAfter;
  private volatile int otherwise = 200;

  StatusServer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/", exchange -> {
      exchanges.incrementAndGet();
      Integer next = script.poll();
      if (retryAfter != null) {
        exchange.getResponseHeaders().set("Retry-After", retryAfter);
      }
      exchange.sendResponseHeaders(next == null ? otherwise : next, -1);
      exchange.close();
    });
    server.start();
  }

  StatusServer then(int times, int status) {
    for (int i = 0; i < times; i++) {
      script.add(status);
    }
    return this;
  }

  StatusServer otherwise(int status) {
    otherwise = status;
    return this;
  }

  StatusServer askingToWait(String seconds) {
    retryAfter = seconds;
    return this;
  }

  int exchanges() {
    return exchanges.get();
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
