package dev.recloser.http.trial;

import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.http.ResilientHttpClient;
import dev.recloser.retry.Retry;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;

/**
 * What the guarded client costs beside the bare one, over loopback to a process of its own: many short slices of each in
 * turn, so that whatever slows the machine slows both.
 */
final class Overhead {
  private static final int SLICES = Integer.getInteger("slices", 200);
  private static final int SENDS = 200;
  private static final int WARM_UP = 20;

  private final long[] nanos = new long[SLICES * SENDS];
  private int count;

  private Overhead() {}

  private void slice(HttpClient http, HttpRequest request, boolean counts) throws Exception {
    for (int i = 0; i < SENDS; i++) {
      long start = System.nanoTime();
      http.send(request, BodyHandlers.ofString());
      if (counts) {
        nanos[count++] = System.nanoTime() - start;
      }
    }
  }

  private double perSecond() {
    return 1e9 * count / Arrays.stream(nanos, 0, count).sum();
  }

  private double micros(double share) {
    long[] sorted = Arrays.copyOf(nanos, count);
    Arrays.sort(sorted);
    return sorted[(int) (share * (count - 1))] / 1e3;
  }

  public static void main(String[] arguments) throws Exception {
    try (BackEndProcess backEnd = new BackEndProcess(System.currentTimeMillis())) {
      backEnd.start();
      HttpClient bare = HttpClient.newHttpClient();
      HttpClient guarded = ResilientHttpClient.builder(bare)
          .circuitBreakerPerHost(CircuitBreaker::ofDefaults)
          .retry(Retry.ofDefaults("service"))
          .attemptTimeout(Duration.ofSeconds(2))
          .build();
      HttpRequest request = HttpRequest.newBuilder(backEnd.uri()).build();
      Overhead ofBare = new Overhead();
      Overhead ofGuarded = new Overhead();
      for (int i = -WARM_UP; i < SLICES; i++) {
        boolean bareFirst = i % 2 == 0;
        (bareFirst ? ofBare : ofGuarded).slice(bareFirst ? bare : guarded, request, i >= 0);
        (bareFirst ? ofGuarded : ofBare).slice(bareFirst ? guarded : bare, request, i >= 0);
      }
      System.out.printf(
          "figures: overhead, %,d sends each, bare %.0f a second, guarded %.0f: %.2f %% less;"
              + " half took %.1f and %.1f us, 99 %% took %.1f and %.1f us: %+.2f %%%n",
          ofBare.count,
          ofBare.perSecond(),
          ofGuarded.perSecond(),
          100 * (1 - ofGuarded.perSecond() / ofBare.perSecond()),
          ofBare.micros(0.5),
          ofGuarded.micros(0.5),
          ofBare.micros(0.99),
          ofGuarded.micros(0.99),
          100 * (ofGuarded.micros(0.99) / ofBare.micros(0.99) - 1));
    }
    System.exit(0);
  }
}
