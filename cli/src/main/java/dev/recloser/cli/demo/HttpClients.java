package dev.recloser.cli.demo;

import java.net.http.HttpClient;
import java.util.concurrent.Executor;

/** The beginning and the end of a plain HTTP client. */
final class HttpClients {

  private HttpClients() {}

  static HttpClient open(Executor executor) {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .executor(executor)
        .build();
  }

  /** Ends the client's thread where the JDK can, from 21 on; before, it ends with the client. */
  static void close(HttpClient http) {
    Object client = http;
    if (client instanceof AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (Exception e) {
        throw new IllegalStateException("the HTTP client could not be closed", e);
      }
    }
  }
}
