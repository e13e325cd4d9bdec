package dev.recloser.http.trial;

import dev.recloser.Backoff;
import dev.recloser.RetryBudget;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.endpoint.Choice;
import dev.recloser.endpoint.EndpointEvent;
import dev.recloser.endpoint.EndpointPool;
import dev.recloser.endpoint.EndpointSnapshot;
import dev.recloser.endpoint.OutlierDetection;
import dev.recloser.http.ResilientHttpClient;
import dev.recloser.http.Sockets;
import dev.recloser.retry.Retry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntUnaryOperator;

/** Four back ends under steady traffic: one is killed and comes back, or all are. */
final class BackEndTrial implements AutoCloseable {
  static final int ALL = 4;
  static final int PER_SECOND = 200;

  /** For connections, attempts, and sockets to be closed: long, since the machine may be busy. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final List<BackEndProcess> backEnds = new ArrayList<>();
  private final AtomicLong toEjected = new AtomicLong();
  private final Map<Object, Long> sentBefore = new ConcurrentHashMap<>();
  private final EndpointPool<URI> pool;

  /**
   * Starts the back ends.
   *
   * @param choice how one is chosen
   * @param cooldown how long an endpoint that failed gets no calls
   */
  BackEndTrial(Choice choice, Duration cooldown) throws IOException {
    long origin = System.currentTimeMillis();
    for (int i = 0; i < ALL; i++) {
      backEnds.add(new BackEndProcess(origin));
    }
    start(backEnds);
    pool = EndpointPool.<URI>builder("service")
        .endpoints(backEnds.stream().map(BackEndProcess::uri).toList())
        .choice(choice)
        .circuitBreaker(
            endpoint -> CircuitBreaker.ofConsecutiveFailures(endpoint.toString(), 5, cooldown))
        .ejectOutliers(OutlierDetection.builder()
            .consecutiveFailures(5)
            .interval(Duration.ofSeconds(1))
            .baseEjection(cooldown)
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

  private static void start(List<BackEndProcess> some) {
    CompletableFuture.allOf(some.stream()
            .map(each ->
                CompletableFuture.runAsync(Traffic.unchecked(each::start), Traffic::onItsOwnThread))
            .toArray(CompletableFuture[]::new))
        .join();
  }

  private long sentTo(Object endpoint) {
    return pool.snapshot().endpoints().stream()
        .filter(each -> each.endpoint().equals(endpoint))
        .mapToLong(EndpointSnapshot::calls)
        .sum();
  }

  /** Returns how many went to endpoints while they were ejected, those included that still are. */
  private long toEjected() {
    return toEjected.get()
        + sentBefore.entrySet().stream()
            .mapToLong(each -> sentTo(each.getKey()) - each.getValue())
            .sum();
  }

  /** Kills so many of the back ends after a quarter of the time, and starts them again after the half of it. */
  Figures killing(int count, Duration length) throws Exception {
    Sockets before = Sockets.open();
    List<BackEndProcess> victims = backEnds.subList(0, count);
    AtomicLong back = new AtomicLong();
    long start = System.nanoTime();
    List<Traffic.Ended> ended = new Traffic(client(), PER_SECOND)
        .run(
            length,
            List.of(
                new Traffic.Step(length.dividedBy(4), () -> {
                  for (BackEndProcess victim : victims) {
                    victim.kill();
                  }
                }),
                new Traffic.Step(length.dividedBy(2), () -> {
                  start(victims);
                  back.set(System.nanoTime() - start);
                })));
    long lastFailure = ended.stream()
        .filter(each -> !each.well())
        .mapToLong(Traffic.Ended::atNanos)
        .max()
        .orElse(0);
    return new Figures(
        count,
        ended.size(),
        ended.stream().filter(each -> !each.well()).count(),
        toEjected(),
        Duration.ofNanos(Math.max(0, lastFailure - back.get())),
        mostInASecond(victims),
        before.leakedAfter(PATIENCE));
  }

  private HttpClient client() {
    return ResilientHttpClient.builder(
            HttpClient.newBuilder().connectTimeout(PATIENCE).build())
        .endpoints(pool)
        .attemptTimeout(PATIENCE)
        .retry(Retry.builder("service")
            .maxAttempts(4)
            .backoff(Backoff.exponential(Duration.ofMillis(10), 2, Duration.ofMillis(100))
                .withJitter(0.5))
            .budget(RetryBudget.builder().capacity(100).build())
            .build())
        .build();
  }

  /** Returns the most requests that these back ends were asked together in a second since they were started. */
  private static int mostInASecond(List<BackEndProcess> some) throws Exception {
    int[] tenths = new int[0];
    for (BackEndProcess each : some) {
      int[] asked = each.asked();
      tenths = Arrays.copyOf(tenths, asked.length);
      Arrays.setAll(tenths, sumWith(tenths, asked));
    }
    int most = 0;
    int sum = 0;
    for (int i = 0; i < tenths.length; i++) {
      sum += tenths[i] - (i >= 10 ? tenths[i - 10] : 0);
      most = Math.max(most, sum);
    }
    return most;
  }

  private static IntUnaryOperator sumWith(int[] some, int[] others) {
    return i -> some[i] + others[i];
  }

  @Override
  public void close() {
    backEnds.forEach(BackEndProcess::close);
    pool.close();
  }

  public static void main(String[] arguments) throws Exception {
    System.setProperty("jdk.httpclient.keepalive.timeout", "2");
    Duration length = Duration.ofSeconds(Integer.getInteger("seconds", 60));
    for (Choice choice : new Choice[] {Choice.peakEwma(), Choice.roundRobin()}) {
      for (int count : new int[] {1, ALL}) {
        try (BackEndTrial trial = new BackEndTrial(choice, Duration.ofSeconds(2))) {
          System.out.println(choice + ", " + trial.killing(count, length));
        }
      }
    }
    System.exit(0);
  }
}
