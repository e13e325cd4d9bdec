package dev.recloser.http.trial;

import dev.recloser.Backoff;
import dev.recloser.RetryBudget;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.endpoint.EndpointEvent;
import dev.recloser.endpoint.EndpointPool;
import dev.recloser.endpoint.OutlierDetection;
import dev.recloser.http.ResilientHttpClient;
import dev.recloser.retry.Retry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** Four back ends under steady traffic: one is killed and comes back, or all are. */
final class BackEndTrial implements AutoCloseable {
  static final int PER_SECOND = 200;
  static final Duration COOLDOWN = Duration.ofSeconds(2);

  /**
   * What came of it.
   *
   * @param requests how many were sent
   * @param failed how many of them the caller saw fail
   * @param toEjected how many went to an endpoint while it was ejected
   * @param sockets how many sockets are open when all is over, above those before it began
   * @param recoveredAfter how long after the last start of a back end the last request failed; zero if none did
   * @param mostInASecond the most requests that a back end which came back was asked in a second
   */
  record Result(
      int requests,
      long failed,
      long toEjected,
      long sockets,
      Duration recoveredAfter,
      int mostInASecond) {}

  private final List<BackEndProcess> backEnds = new ArrayList<>();
  private final AtomicLong toEjected = new AtomicLong();
  private final Map<Object, Long> sentBefore = new ConcurrentHashMap<>();
  private final EndpointPool<URI> pool;

  BackEndTrial() throws IOException {
    for (int i = 0; i < 4; i++) {
      BackEndProcess backEnd = new BackEndProcess();
      backEnds.add(backEnd);
      backEnd.start();
    }
    pool = EndpointPool.<URI>builder("service")
        .endpoints(backEnds.stream().map(BackEndProcess::uri).toList())
        .circuitBreaker(
            endpoint -> CircuitBreaker.ofConsecutiveFailures(endpoint.toString(), 5, COOLDOWN))
        .ejectOutliers(OutlierDetection.builder()
            .consecutiveFailures(5)
            .interval(Duration.ofSeconds(1))
            .baseEjection(COOLDOWN)
            .build())
        .build();
    pool.on(
        EndpointEvent.Ejected.class,
        event -> sentBefore.put(event.endpoint(), sentTo(event.endpoint())));
    pool.on(EndpointEvent.Readmitted.class, event -> {
      Long before = sentBefore.remove(event.endpoint());
      toEjected.addAndGet(before == null ? 0 : sentTo(event.endpoint()) - before);
    });
  }

  private long sentTo(Object endpoint) {
    return pool.snapshot().endpoints().stream()
        .filter(each -> each.endpoint().equals(endpoint))
        .mapToLong(each -> each.calls() + each.inFlight())
        .sum();
  }

  /** Kills so many of the back ends after a quarter of the time, and starts them again after the half of it. */
  Result killing(int count, Duration length) throws Exception {
    HttpClient http = ResilientHttpClient.builder(
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build())
        .endpoints(pool)
        .attemptTimeout(Duration.ofSeconds(5))
        .retry(Retry.builder("service")
            .maxAttempts(4)
            .backoff(Backoff.exponential(Duration.ofMillis(10), 2, Duration.ofMillis(100))
                .withJitter(0.5))
            .budget(RetryBudget.builder().capacity(100).build())
            .build())
        .build();
    long sockets = sockets();
    List<BackEndProcess> victims = backEnds.subList(0, count);
    AtomicLong back = new AtomicLong();
    long start = System.nanoTime();
    List<Traffic.Ended> ended = new Traffic(http, PER_SECOND)
        .run(
            length,
            List.of(
                new Traffic.Step(length.dividedBy(4), () -> {
                  for (BackEndProcess victim : victims) {
                    victim.kill();
                  }
                }),
                new Traffic.Step(length.dividedBy(2), () -> {
                  for (BackEndProcess victim : victims) {
                    victim.start();
                  }
                  back.set(System.nanoTime() - start);
                })));
    int most = 0;
    for (BackEndProcess victim : victims) {
      most = Math.max(most, victim.mostInASecond());
    }
    long lastFailure = ended.stream()
        .filter(each -> !each.well())
        .mapToLong(Traffic.Ended::atNanos)
        .max()
        .orElse(0);
    return new Result(
        ended.size(),
        ended.stream().filter(each -> !each.well()).count(),
        toEjected.get(),
        socketsAfterIdle(sockets),
        Duration.ofNanos(Math.max(0, lastFailure - back.get())),
        most);
  }

  /** Connections that are kept alive go when they have been idle for {@code jdk.httpclient.keepalive.timeout}. */
  private static long socketsAfterIdle(long before) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(40).toNanos();
    while (sockets() > before && System.nanoTime() < deadline) {
      Thread.sleep(100);
    }
    return sockets() - before;
  }

  private static long sockets() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.filter(BackEndTrial::isSocket).count();
    }
  }

  private static boolean isSocket(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
    } catch (IOException closedMeanwhile) {
      return false;
    }
  }

  @Override
  public void close() {
    backEnds.forEach(BackEndProcess::close);
    pool.close();
  }

  public static void main(String[] arguments) throws Exception {
    Duration length = Duration.ofSeconds(Integer.getInteger("seconds", 60));
    for (int count : new int[] {1, 4}) {
      try (BackEndTrial trial = new BackEndTrial()) {
        System.out.println(count + " of 4 killed: " + trial.killing(count, length));
      }
    }
    System.exit(0);
  }
}
