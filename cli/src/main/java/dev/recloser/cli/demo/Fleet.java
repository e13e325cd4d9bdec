package dev.recloser.cli.demo;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;

/** Several services that serve the same. */
record Fleet(List<Backend> backends) implements AutoCloseable {

  static Fleet start(int endpoints, ScheduledExecutorService scheduler) throws IOException {
    List<Backend> backends = new ArrayList<>();
    for (int i = 0; i < endpoints; i++) {
      backends.add(Backend.start(scheduler));
    }
    return new Fleet(List.copyOf(backends));
  }

  List<URI> addresses() {
    return backends.stream().map(Backend::address).toList();
  }

  @Override
  public void close() {
    backends.forEach(Backend::close);
  }

  /** Returns what people call an endpoint: A, B, C and so on. */
  static String letter(int endpoint) {
    return String.valueOf((char) ('A' + endpoint));
  }
}
