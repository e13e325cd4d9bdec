package dev.recloser.cli.demo;

import java.net.URI;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Plain round robin: a request to each endpoint in turn, however it fares. Safe for use by many threads. */
final class Turns implements Supplier<HttpRequest> {
  private final List<HttpRequest> requests;
  private final AtomicLong taken = new AtomicLong();

  Turns(List<URI> endpoints) {
    requests = endpoints.stream()
        .map(endpoint -> HttpRequest.newBuilder(endpoint.resolve("/"))
            .timeout(PooledClient.PATIENCE)
            .build())
        .toList();
  }

  @Override
  public HttpRequest get() {
    return requests.get((int) (taken.getAndIncrement() % requests.size()));
  }

  /** Returns how many requests went to the endpoint at a place. */
  long sentTo(int endpoint) {
    return (taken.get() + requests.size() - 1 - endpoint) / requests.size();
  }
}
