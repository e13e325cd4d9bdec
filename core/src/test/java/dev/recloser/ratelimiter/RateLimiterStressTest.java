package dev.recloser.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** STRESS: many threads at one limiter. */
class RateLimiterStressTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final int THREADS = 4;

  private final ManualTimeSource time = new ManualTimeSource();
  private final ExecutorService threads = Executors.newFixedThreadPool(50);

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  // C149
  @Test
  void ofFiftyFirstCallersExactlyTheBurstPass() throws Exception {
    for (int round = 0; round < 100; round++) {
      RateLimiter limiter =
          RateLimiter.builder("r").rate(5, SECOND).timeSource(time).build();
      CyclicBarrier together = new CyclicBarrier(50);

      List<Boolean> passed = inThreads(50, thread -> {
        together.await(20, TimeUnit.SECONDS);
        return limiter.tryAcquire();
      });

      assertThat(passed).filteredOn(pass -> pass).hasSize(5);
    }
  }

  @Test
  void whileTheTimeMovesOnNoMorePassThanTheBurstAndWhatCameSince() throws Exception {
    Bucket bucket = new Bucket(Rate.of(3, SECOND, 7), time.nanoTime());
    LongAdder passed = new LongAdder();
    AtomicBoolean over = new AtomicBoolean();
    List<Future<?>> callers = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int permits = 1 + i % 2;
      callers.add(threads.submit(() -> {
        while (!over.get()) {
          if (bucket.tryTake(time.nanoTime(), permits)) {
            passed.add(permits);
          }
        }
      }));
    }

    for (int i = 0; i < 30_000; i++) {
      time.advance(Duration.ofNanos(111_111_111));
      assertThat(passed.sum()).isLessThanOrEqualTo(7 + (i + 1) / 3 + 1);
    }
    over.set(true);
    for (Future<?> caller : callers) {
      caller.get(20, TimeUnit.SECONDS);
    }
    assertThat(passed.sum()).isLessThanOrEqualTo(7 + 10_000);
  }

  @Test
  void threadsThatJoinTheLineGetOneInstantEach() throws Exception {
    int each = 5_000;
    Bucket bucket = new Bucket(Rate.of(1000, SECOND, 1), time.nanoTime());
    long now = time.nanoTime();
    CyclicBarrier together = new CyclicBarrier(THREADS);

    List<List<Long>> waits = inThreads(THREADS, thread -> {
      List<Long> own = new ArrayList<>();
      together.await(20, TimeUnit.SECONDS);
      for (int i = 0; i < each; i++) {
        Answer answer = bucket.reserve(now, Long.MAX_VALUE);
        own.add(answer instanceof Reservation reservation ? reservation.waitNanos() : 0L);
      }
      return own;
    });

    assertThat(waits.stream().flatMap(List::stream).sorted())
        .containsExactlyElementsOf(LongStream.range(0, (long) THREADS * each)
            .map(i -> i * 1_000_000)
            .boxed()
            .toList());
  }

  @Test
  void whatIsTakenJoinedGivenBackAndReconfiguredAtOnceAddsUp() throws Exception {
    for (int round = 0; round < 200; round++) {
      Rate rate = Rate.of(7, SECOND, 3);
      Bucket bucket = new Bucket(rate, time.nanoTime());
      long now = time.nanoTime();
      int seed = round;
      CyclicBarrier together = new CyclicBarrier(THREADS);

      List<Integer> kept = inThreads(THREADS, thread -> {
        together.await(20, TimeUnit.SECONDS);
        return mix(bucket, now, new Random(seed * 31L + thread), thread == 0 && seed % 2 == 0);
      });

      int outstanding = kept.stream().mapToInt(i -> i).sum();
      Reading reading = bucket.read(now);
      assertThat(reading.waiting() + 3 - reading.available()).isEqualTo(outstanding);
    }
  }

  /** Returns how many permits were taken or are waited for in the end. */
  private static int mix(Bucket bucket, long now, Random random, boolean reconfigures) {
    int taken = 0;
    List<Reservation> waiting = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      switch (random.nextInt(4)) {
        case 0 -> taken += bucket.tryTake(now, 1) ? 1 : 0;
        case 1 -> {
          Answer answer = bucket.reserve(now, 3_000_000_000L);
          taken += answer == Verdict.TAKEN ? 1 : 0;
          if (answer instanceof Reservation reservation) {
            waiting.add(reservation);
          }
        }
        case 2 -> {
          if (!waiting.isEmpty()) {
            bucket.giveBack(waiting.remove(random.nextInt(waiting.size())));
          }
        }
        default -> {
          if (reconfigures && i % 10 == 0) {
            bucket.change(Rate.of(7 + random.nextInt(3), SECOND, 3), now);
          }
        }
      }
    }
    return taken + waiting.size();
  }

  @Test
  void aCancelAtTheInstantOfThePermitEndsTheCallOnce() throws Exception {
    RateLimiter limiter = RateLimiter.builder("r")
        .rate(1, SECOND)
        .maxWait(SECOND)
        .timeSource(time)
        .build();
    for (int round = 0; round < 5_000; round++) {
      time.advance(Duration.ofSeconds(10));
      limiter.acquire();
      CompletableFuture<String> stage = new CompletableFuture<>();
      CompletableFuture<String> future = limiter.callAsync(() -> stage);
      CyclicBarrier together = new CyclicBarrier(2);

      Future<Boolean> other = threads.submit(() -> {
        together.await(20, TimeUnit.SECONDS);
        return future.cancel(true);
      });
      together.await(20, TimeUnit.SECONDS);
      time.advance(SECOND);

      assertThat(other.get(20, TimeUnit.SECONDS)).isTrue();
      assertThat(future).isCancelled();
      assertThat(time.pendingTimers()).isZero();
      assertThat(limiter.snapshot().waiting()).isZero();
    }
  }

  private interface InThread<T> {
    T run(int thread) throws Exception;
  }

  private <T> List<T> inThreads(int count, InThread<T> task) throws Exception {
    List<Callable<T>> tasks = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int thread = i;
      tasks.add(() -> task.run(thread));
    }
    List<T> results = new ArrayList<>();
    for (Future<T> future : threads.invokeAll(tasks, 60, TimeUnit.SECONDS)) {
      results.add(future.get());
    }
    return results;
  }
}
