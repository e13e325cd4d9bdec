package dev.recloser.http.trial;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * A back end, to be run as a process of its own: answers all, and tells how many it was asked in each tenth of a second. The
 * tenths are counted from an instant that all back ends are given, so that they can be added up.
 */
final class BackEnd {
  private static final int TENTHS = 36_000;

  private BackEnd() {}

  public static void main(String[] arguments) throws IOException {
    int port = Integer.parseInt(arguments[0]);
    long origin = Long.parseLong(arguments[1]);
    AtomicIntegerArray asked = new AtomicIntegerArray(TENTHS);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", exchange -> {
      long tenth = (System.currentTimeMillis() - origin) / 100;
      asked.incrementAndGet((int) Math.min(Math.max(0, tenth), TENTHS - 1));
      answer(exchange, "answer");
    });
    server.createContext("/asked", exchange -> answer(exchange, asked.toString()));
    server.start();
    System.out.println(server.getAddress().getPort());
  }

  private static void answer(HttpExchange exchange, String text) throws IOException {
    try (exchange) {
      byte[] body = text.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }
}
