package dev.recloser;

import dev.recloser.bulkhead.Bulkhead;
import dev.recloser.bulkhead.BulkheadSnapshot;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.ratelimiter.RateLimiter;
import dev.recloser.retry.Retry;
import dev.recloser.time.TimerCount;
import dev.recloser.timeout.Timeout;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Real threads that call through a pipeline of five policies for as long as they are told to, with failures, timeouts,
 * interrupts and cancellations; then looks for what has leaked.
 */
final class PipelineSoak {
  private static final Duration PERIOD = Duration.ofSeconds(10);
  private static final long FLAT_BYTES = 8L << 20;

  private final int timersBefore = TimerCount.pending();
  private final int concurrent;
  private final CircuitBreaker breaker;
  private final Bulkhead bulkhead;
  private final RateLimiter limiter;
  private final Pipeline pipeline;
  private final SoakCounts counts = new SoakCounts();
  private final List<Long> heap = new ArrayList<>();

  /** Makes one whose bulkhead admits so many at once. */
  PipelineSoak(int concurrent) {
    this.concurrent = concurrent;
    this.breaker = CircuitBreaker.builder("soak")
        .tripWhen(TripRule.failureRate(0.5).overCalls(200).minimumCalls(100))
        .cooldown(Backoff.fixed(Duration.ofMillis(20)))
        .build();
    this.limiter = RateLimiter.builder("soak")
        .rate(20_000, Duration.ofSeconds(1))
        .burst(500)
        .maxWait(Duration.ofMillis(100))
        .build();
    this.bulkhead = Bulkhead.builder("soak")
        .maxConcurrent(concurrent)
        .queue(concurrent)
        .maxWait(Duration.ofMillis(50))
        .build();
    this.pipeline = Pipeline.builder("soak")
        .retry(Retry.builder("soak")
            .backoff(Backoff.fixed(Duration.ofMillis(2)).withJitter(0.5))
            .build())
        .circuitBreaker(breaker)
        .rateLimiter(limiter)
        .timeout(Timeout.of("soak", Duration.ofMillis(30)))
        .bulkhead(bulkhead)
        .build();
  }

  /** Runs for {@code -Dseconds}, on 32 platform threads or, with {@code -Dvirtual=true}, on 10,000 virtual ones. */
  public static void main(String[] args) throws InterruptedException {
    Duration length = Duration.ofSeconds(Integer.getInteger("seconds", 60));
    boolean virtual = Boolean.getBoolean("virtual");
    int threads = Integer.getInteger("threads", virtual ? 10_000 : 32);
    System.out.println("JDK " + Runtime.version() + ", " + threads
        + (virtual ? " virtual threads" : " platform threads") + ", " + length);
    Executor executor = virtual ? SoakThreads.virtual() : SoakThreads.platform();
    PipelineSoak soak = new PipelineSoak(virtual ? 1_000 : 24);
    List<String> leaks = soak.run(executor, threads, length, System.out);
    leaks.forEach(leak -> System.out.println("LEAK: " + leak));
    System.exit(leaks.isEmpty() ? 0 : 1);
  }

  /** Runs; returns what has leaked. */
  List<String> run(Executor executor, int threads, Duration length, PrintStream out)
      throws InterruptedException {
    long startedAt = System.nanoTime();
    long endsAt = startedAt + length.toNanos();
    CountDownLatch over = new CountDownLatch(threads);
    for (int i = 0; i < threads; i++) {
      SoakCaller caller = new SoakCaller(pipeline, counts, endsAt, i);
      executor.execute(() -> {
        try {
          caller.run();
        } finally {
          over.countDown();
        }
      });
    }
    watchHeap(over, startedAt, out);
    double seconds = (System.nanoTime() - startedAt) / 1e9;
    awaitQuiet();
    List<String> leaks = leaks();
    out.println(counts);
    out.printf("%.0f calls a second%n", counts.calls() / seconds);
    out.println(bulkhead.snapshot());
    out.println(limiter.snapshot());
    out.println(TimerCount.pending() + " timers are left");
    return leaks;
  }

  private void watchHeap(CountDownLatch over, long startedAt, PrintStream out)
      throws InterruptedException {
    while (!over.await(PERIOD.toMillis(), TimeUnit.MILLISECONDS)) {
      long used = usedHeap();
      heap.add(used);
      out.printf(
          "after %d s: %.1f MB used, %d calls%n",
          TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startedAt),
          used / 1e6,
          counts.calls());
    }
    long used = usedHeap();
    out.printf("in the end: %.1f MB used%n", used / 1e6);
  }

  private static long usedHeap() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  /** What was cancelled last may still be on its way out, in real time. */
  private void awaitQuiet() throws InterruptedException {
    for (int left = 100; left > 0 && !leaks().isEmpty(); left--) {
      Thread.sleep(50);
      breakerRecovers();
    }
  }

  private void breakerRecovers() {
    try {
      boolean unused = pipeline.call(() -> true);
    } catch (ResilienceException refused) {
      // Tried again by the caller of this method.
      return;
    }
  }

  private List<String> leaks() {
    List<String> leaks = new ArrayList<>();
    BulkheadSnapshot now = bulkhead.snapshot();
    if (now.running() != 0 || now.free() != concurrent || now.queued() != 0) {
      leaks.add("permits: " + now);
    }
    if (limiter.snapshot().waiting() != 0) {
      leaks.add("waits: " + limiter.snapshot());
    }
    if (TimerCount.pending() > timersBefore) {
      leaks.add(TimerCount.pending() + " timers, before there were " + timersBefore);
    }
    if (breaker.state() != State.CLOSED) {
      leaks.add("wedged: " + breaker);
    }
    if (counts.unfinished() != 0) {
      leaks.add(counts.unfinished() + " futures were never completed");
    }
    if (counts.strange() != 0) {
      leaks.add(counts.strange() + " calls ended as none may, such as " + counts.example());
    }
    if (heap.size() > 2 && heap.get(heap.size() - 1) > heap.get(0) * 1.2 + FLAT_BYTES) {
      leaks.add("heap: " + heap);
    }
    return leaks;
  }
}
