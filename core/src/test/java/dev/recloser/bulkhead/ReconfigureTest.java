package dev.recloser.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.bulkhead.BulkheadEvent.Reconfigured;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Settings that change while calls run and wait. */
class ReconfigureTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final Bulkhead bulkhead =
      Bulkhead.builder("db").maxConcurrent(3).queue(5).timeSource(time).build();
  private final List<CompletableFuture<String>> running = new ArrayList<>();
  private final List<CompletableFuture<String>> futures = new ArrayList<>();

  private void start(int calls) {
    for (int i = 0; i < calls; i++) {
      futures.add(bulkhead.callAsync(() -> {
        CompletableFuture<String> stage = new CompletableFuture<>();
        running.add(stage);
        return stage;
      }));
    }
  }

  private void change(UnaryOperator<BulkheadConfig.Builder> settings) {
    bulkhead.reconfigure(settings.apply(bulkhead.config().toBuilder()).build());
  }

  // E38: the changer was blocked until calls had ended.
  @Test
  void aLowerLimitLetsRunningCallsGoOnAndAdmitsNoneBeforeEnoughHaveEnded() {
    start(4);
    change(b -> b.maxConcurrent(1));
    assertThat(bulkhead.snapshot()).isEqualTo(new BulkheadSnapshot("db", 1, 3, 0, 5, 1, 0, 0));
    running.get(0).complete("a");
    running.get(1).complete("b");
    assertThat(running).hasSize(3);
    assertThat(bulkhead.tryAcquire()).isEmpty();
    running.get(2).complete("c");
    time.advance(Duration.ZERO);
    assertThat(running).hasSize(4);
    running.get(3).complete("d");
    assertThat(bulkhead.snapshot()).isEqualTo(new BulkheadSnapshot("db", 1, 0, 1, 5, 0, 1, 0));
    assertThat(futures).allMatch(CompletableFuture::isDone);
  }

  @Test
  void aHigherLimitAdmitsThoseInLineAtOnceAndNoMore() {
    start(8);
    assertThat(running).hasSize(3);
    change(b -> b.maxConcurrent(5));
    time.advance(Duration.ZERO);
    assertThat(running).hasSize(5);
    assertThat(bulkhead.snapshot()).isEqualTo(new BulkheadSnapshot("db", 5, 5, 0, 5, 3, 0, 0));
    change(b -> b.maxConcurrent(100));
    time.advance(Duration.ZERO);
    assertThat(bulkhead.snapshot()).isEqualTo(new BulkheadSnapshot("db", 100, 8, 92, 5, 0, 0, 0));
    assertThat(time.pendingTimers()).isZero();
  }

  @Test
  void upAndDownWhileCallsRunEndsAtTheLimit() {
    start(3);
    for (int limit : new int[] {1, 7, 2, 5, 1, 4}) {
      int now = limit;
      change(b -> b.maxConcurrent(now));
      assertThat(bulkhead.snapshot().running()).isEqualTo(3);
    }
    running.forEach(stage -> stage.complete("body"));
    assertThat(bulkhead.snapshot().free()).isEqualTo(4);
    BulkheadTest.fill(bulkhead);
    assertThat(bulkhead.snapshot().running()).isEqualTo(4);
  }

  @Test
  void aHigherLimitAdmitsThreadsInLine() throws Exception {
    ManualTimeSource slow = ManualTimeSource.blocking();
    Bulkhead bulkhead =
        Bulkhead.builder("db").maxConcurrent(1).queue(5).timeSource(slow).build();
    ExecutorService threads = Executors.newCachedThreadPool();
    List<BulkheadPermit> held = BulkheadTest.fill(bulkhead);
    Future<String> waiting = threads.submit(() -> bulkhead.call(() -> "body"));
    slow.awaitSleepers(1);
    bulkhead.reconfigure(bulkhead.config().toBuilder().maxConcurrent(2).build());
    assertThat(waiting.get()).isEqualTo("body");
    threads.shutdown();
    held.forEach(BulkheadPermit::close);
    assertThat(bulkhead.snapshot().free()).isEqualTo(2);
  }

  @Test
  void thoseInLineKeepTheirPlaceAndWaitWhenTheLineIsShortened() {
    start(6);
    change(BulkheadSettings::noQueue);
    assertThat(bulkhead.snapshot().queued()).isEqualTo(3);
    start(1);
    assertThat(futures.get(6)).isCompletedExceptionally();
    running.get(0).complete("a");
    time.advance(Duration.ZERO);
    assertThat(running).hasSize(4);
    time.advance(Duration.ofSeconds(1));
    assertThat(futures.get(4)).isCompletedExceptionally();
    assertThat(futures.get(5)).isCompletedExceptionally();
    assertThat(BulkheadTest.refusal(bulkhead).waited()).isFalse();
  }

  @Test
  void refusalsTellTheSettingsInForce() {
    start(3);
    change(b -> b.noQueue().maxConcurrent(2));
    assertThat(BulkheadTest.refusal(bulkhead)).hasMessageEndingWith("all 2 permits are taken");
    assertThat(BulkheadTest.refusal(bulkhead).maxConcurrent()).isEqualTo(2);
  }

  @Test
  void anEventTells() {
    List<BulkheadEvent> events = new ArrayList<>();
    bulkhead.on(Reconfigured.class, events::add);
    BulkheadConfig before = bulkhead.config();
    change(b -> b.maxConcurrent(9));
    assertThat(events)
        .singleElement()
        .satisfies(event -> assertThat(event)
            .isEqualTo(new Reconfigured(event.origin(), before, bulkhead.config())));
  }
}
