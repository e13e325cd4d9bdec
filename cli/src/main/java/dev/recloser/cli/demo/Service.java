package dev.recloser.cli.demo;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** An HTTP service on a free port of the loopback address that does well or badly as it is told. */
final class Service implements AutoCloseable {
  private static final int SLOW_MILLIS = 300;
  private static final int ERROR_IN = 50;

  private final HttpServer server;
  private final ScheduledExecutorService scheduler;
  private final Random random = new Random();
  private final Map<String, LongAdder> whileSick = new ConcurrentHashMap<>();
  private final Set<HttpExchange> backlog = ConcurrentHashMap.newKeySet();
  private volatile Phase phase = Phase.HEALTHY;

  private Service(HttpServer server, ScheduledExecutorService scheduler) {
    this.server = server;
    this.scheduler = scheduler;
  }

  /** Starts the service; it answers on threads of the scheduler. */
  static Service start(ScheduledExecutorService scheduler) throws IOException {
    InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    Service service = new Service(HttpServer.create(anyPort, 0), scheduler);
    service.server.createContext("/", service::take);
    service.server.start();
    return service;
  }

  /** Returns the address for a client, which tells the clients apart. */
  URI address(String client) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/" + client);
  }

  /** Moves to a phase. A service that is well again answers what it has not answered yet. */
  void become(Phase next) {
    phase = next;
    if (!next.isSick()) {
      backlog.forEach(exchange -> answer(exchange, 200));
    }
  }

  /** Returns how many requests of a client it had to take while it was down or slow. */
  long requestsWhileSick(String client) {
    LongAdder count = whileSick.get(address(client).getPath());
    return count == null ? 0 : count.sum();
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void take(HttpExchange exchange) {
    Phase now = phase;
    if (now.isSick()) {
      String client = exchange.getRequestURI().getPath();
      whileSick.computeIfAbsent(client, name -> new LongAdder()).increment();
    }
    switch (now) {
      case HEALTHY, RECOVERED -> {
        int status = random.nextInt(ERROR_IN) == 0 ? 503 : 200;
        answerIn(10 + random.nextInt(20), exchange, status);
      }
      case SLOW -> answerIn(SLOW_MILLIS, exchange, 200);
      case DOWN -> {} // The connection stays open, and the caller waits.
    }
  }

  private void answerIn(int millis, HttpExchange exchange, int status) {
    backlog.add(exchange);
    Future<?> unused =
        scheduler.schedule(() -> answer(exchange, status), millis, TimeUnit.MILLISECONDS);
  }

  private void answer(HttpExchange exchange, int status) {
    if (!backlog.remove(exchange)) {
      return;
    }
    try (exchange) {
      exchange.sendResponseHeaders(status, -1);
    } catch (IOException e) {
      // The caller has given up, and closed the connection.
    }
  }
}
