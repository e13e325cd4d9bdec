package dev.recloser.cli.demo;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.Executor;

/** Sends one and the same request, and takes anything but a good answer in time for a failure. */
final class Connection implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMillis(500);

  private static final int WARM_UP_CALLS = 10;

  private final HttpClient http;
  private final HttpRequest request;

  Connection(URI address, Executor executor) {
    this.http = HttpClients.open(executor);
    this.request = HttpRequest.newBuilder(address).timeout(PATIENCE).build();
  }

  void send() throws IOException, InterruptedException {
    int status = http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    if (status >= 500) {
      throw new IOException("status " + status);
    }
  }

  /** Makes calls that do not count: the first ones of a JVM are slow, and would be taken for the service's. */
  void warmUp() throws InterruptedException {
    for (int i = 0; i < WARM_UP_CALLS; i++) {
      try {
        send();
      } catch (IOException e) {
        // One answer in fifty is an error.
      }
    }
  }

  @Override
  public void close() {
    HttpClients.close(http);
  }
}
