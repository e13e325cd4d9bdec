package dev.recloser.http.trial;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** A back end, to be run as a process of its own: answers all, and tells how many it was asked in each tenth of a second. */
final class BackEnd {
  private static final int TENTHS = 36_000;

  private BackEnd() {}

  public static void main(String[] arguments) throws IOException {
    int port = Integer.parseInt(arguments[0]);
    long start = System.nanoTime();
    AtomicIntegerArray asked = new AtomicIntegerArray(TENTHS);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", exchange -> {
      asked.incrementAndGet((int) ((System.nanoTime() - start) / 100_000_000L) % TENTHS);
      answer(exchange, "answer");
    });
    server.createContext("/asked", exchange -> answer(exchange, asked.toString()));
    server.start();
    System.out.println("ready");
  }

  private static void answer(HttpExchange exchange, String text) throws IOException {
    try (exchange) {
      byte[] body = text.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }
}
