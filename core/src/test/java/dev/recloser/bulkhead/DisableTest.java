package dev.recloser.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** A bulkhead that is switched off and on. */
class DisableTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final Bulkhead bulkhead =
      Bulkhead.builder("db").maxConcurrent(1).queue(2).timeSource(time).build();
  private final List<CompletableFuture<String>> running = new ArrayList<>();

  private CompletableFuture<String> start() {
    return bulkhead.callAsync(() -> {
      CompletableFuture<String> stage = new CompletableFuture<>();
      running.add(stage);
      return stage;
    });
  }

  @Test
  void admitsAllAndCountsThem() {
    bulkhead.disable();
    var first = start();
    var second = start();

    assertThat(bulkhead.call(() -> "third")).isEqualTo("third");
    assertThat(bulkhead.tryAcquire()).hasValueSatisfying(BulkheadPermit::close);
    assertThat(running).hasSize(2);
    assertThat(bulkhead.snapshot()).isEqualTo(new BulkheadSnapshot("db", 1, 2, 0, 2, 0, 0, 0));

    running.forEach(stage -> stage.complete("done"));
    assertThat(List.of(first, second)).allMatch(CompletableFuture::isDone);
    assertThat(bulkhead.snapshot()).isEqualTo(new BulkheadSnapshot("db", 1, 0, 1, 2, 0, 0, 0));
  }

  @Test
  void admitsThoseInLineAtOnce() {
    List<CompletableFuture<String>> calls = List.of(start(), start(), start());
    assertThat(running).hasSize(1);

    bulkhead.disable();
    time.advance(Duration.ZERO);
    assertThat(running).hasSize(3);
    assertThat(bulkhead.snapshot().queued()).isZero();
    assertThat(calls).noneMatch(CompletableFuture::isDone);
  }

  @Test
  void onceEnabledAdmitsNoneBeforeEnoughHaveEnded() {
    bulkhead.disable();
    List<CompletableFuture<String>> calls = List.of(start(), start());
    bulkhead.enable();

    assertThat(bulkhead.tryAcquire()).isEmpty();
    CompletableFuture<String> late = start();
    running.get(0).complete("a");
    assertThat(running).hasSize(2);
    running.get(1).complete("b");
    time.advance(Duration.ZERO);
    assertThat(running).hasSize(3);
    running.get(2).complete("c");

    assertThat(calls).allMatch(CompletableFuture::isDone);
    assertThat(late).isCompletedWithValue("c");
    assertThat(bulkhead.snapshot().free()).isEqualTo(1);
  }

  @Test
  void aChangeOfTheLimitMeanwhileHolds() {
    bulkhead.disable();
    var unused = List.of(start(), start());
    bulkhead.reconfigure(bulkhead.config().toBuilder().maxConcurrent(3).build());
    bulkhead.enable();

    assertThat(bulkhead.snapshot().running()).isEqualTo(2);
    assertThat(bulkhead.tryAcquire()).isPresent();
    assertThat(bulkhead.tryAcquire()).isEmpty();
  }

  /** However switching, calls and waits interleave, at rest all permits are back and nobody waits. */
  @Test
  void switchingAndCallingRace() throws Exception {
    Bulkhead shared = Bulkhead.builder("shared")
        .maxConcurrent(2)
        .queue(100)
        .maxWait(Duration.ofMinutes(5))
        .build();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      CyclicBarrier together = new CyclicBarrier(4);
      List<Future<?>> ends = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        boolean switching = i == 0;
        ends.add(threads.submit(() -> {
          together.await();
          for (int step = 0; step < 5_000; step++) {
            if (switching) {
              shared.disable();
              Thread.onSpinWait();
              shared.enable();
            } else {
              shared.run(Thread::onSpinWait);
            }
          }
          return null;
        }));
      }
      for (Future<?> end : ends) {
        end.get();
      }
    } finally {
      threads.shutdownNow();
    }

    assertThat(shared.snapshot()).isEqualTo(new BulkheadSnapshot("shared", 2, 0, 2, 100, 0, 0, 0));
  }
}
