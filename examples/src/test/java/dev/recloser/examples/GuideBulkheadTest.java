package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.CallInterruptedException;
import dev.recloser.bulkhead.Bulkhead;
import dev.recloser.bulkhead.BulkheadConfig;
import dev.recloser.bulkhead.BulkheadEvent.Admitted;
import dev.recloser.bulkhead.BulkheadEvent.Rejected;
import dev.recloser.bulkhead.BulkheadFullException;
import dev.recloser.bulkhead.BulkheadPermit;
import dev.recloser.bulkhead.BulkheadSnapshot;
import dev.recloser.event.Subscription;
import dev.recloser.time.ManualTimeSource;
import dev.recloser.time.VirtualThreads;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** The guide to the bulkhead. */
class GuideBulkheadTest {
  private final Inventory client = new Inventory();
  private final ManualTimeSource time = new ManualTimeSource();
  private final Bulkhead bulkhead = Bulkhead.builder("inventory")
      .maxConcurrent(1)
      .queue(10)
      .maxWait(Duration.ofMillis(100))
      .timeSource(time)
      .build();
  private final List<String> log = new ArrayList<>();
  private final String sku = "sku-42";

  private static String cached(String sku) {
    return "some of " + sku;
  }

  @Test
  void aBulkheadIsBuilt() {
    // docs: bulkhead-of
    Bulkhead strict = Bulkhead.of("inventory", 25); // the 26th at once is refused
    // end
    assertThat(strict.config().queue()).isZero();

    // docs: bulkhead-builder
    Bulkhead patient = Bulkhead.builder("inventory")
        .maxConcurrent(25)
        .queue(50) // so many others may wait
        .maxWait(Duration.ofMillis(200)) // so long
        .build();
    // end
    assertThat(patient.config().maxWait()).contains(Duration.ofMillis(200));
  }

  @Test
  void aTaskRunsWithAPermit() throws IOException {
    // docs: bulkhead-call
    String body = bulkhead.call(() -> client.get(sku));
    // end
    assertThat(body).isEqualTo("7 of sku-42");

    // docs: bulkhead-run
    bulkhead.run(() -> client.delete(sku));
    // end
    assertThat(client.requests()).isEqualTo(2);
  }

  @Test
  void aRefusalHasASecondPath() throws IOException {
    BulkheadPermit held = bulkhead.acquire();
    // docs: bulkhead-call-or-else
    String body = bulkhead.callOrElse(() -> client.get(sku), rejection -> cached(sku));
    // end
    assertThat(body).isEqualTo("some of sku-42");
    held.close();
  }

  @Test
  void aStageHoldsThePermitUntilItEnds() {
    BulkheadPermit held = bulkhead.acquire();
    // docs: bulkhead-call-async
    CompletableFuture<String> later = bulkhead.callAsync(() -> client.getAsync(sku));
    // end
    assertThat(later).isNotDone();
    held.close();
    time.advance(Duration.ZERO);
    assertThat(later).isCompletedWithValue("7 of sku-42");
  }

  @Test
  void aTaskThatBlocksRunsOnAnotherThread() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(1);
    // docs: bulkhead-call-on
    Executor threads = VirtualThreads.executor().orElse(pool); // virtual ones from JDK 21 on
    CompletableFuture<String> later = bulkhead.callOn(threads, () -> client.get(sku));
    // end
    assertThat(later.get()).isEqualTo("7 of sku-42");
    pool.shutdown();
  }

  @Test
  void aPermitIsHeldByHand() throws IOException {
    assertThat(byHand()).isEqualTo("7 of sku-42");
    BulkheadPermit held = bulkhead.acquire();
    assertThat(byHand()).isEqualTo("some of sku-42");
    held.close();
  }

  private String byHand() throws IOException {
    // docs: bulkhead-permit
    Optional<BulkheadPermit> leave = bulkhead.tryAcquire(); // acquire() waits in line
    if (leave.isEmpty()) {
      return cached(sku);
    }
    BulkheadPermit permit = leave.get();
    try {
      return client.get(sku);
    } finally {
      permit.close();
    }
    // end
  }

  @Test
  void settingsServeManyAndChange() {
    // docs: bulkhead-config
    BulkheadConfig config = BulkheadConfig.builder().maxConcurrent(10).queue(20).build();

    Bulkhead inventory = Bulkhead.of("inventory", config);
    Bulkhead prices = Bulkhead.of("prices", config.toBuilder().noQueue().build());
    // end
    assertThat(prices.config().queue()).isZero();

    // docs: bulkhead-reconfigure
    inventory.reconfigure(inventory.config().toBuilder().maxConcurrent(5).build());
    // end
    assertThat(inventory.snapshot().free()).isEqualTo(5);
  }

  @Test
  void aRefusalSaysWhy() throws IOException {
    BulkheadPermit held = bulkhead.acquire();
    String answer;
    // docs: bulkhead-rejection
    try {
      answer = bulkhead.call(() -> client.get(sku));
    } catch (BulkheadFullException e) {
      answer = e.policyName() + " has " + e.maxConcurrent() + " permits: " + e.reason();
    } catch (CallInterruptedException e) { // while it waited; the thread's flag is set again
      answer = "interrupted";
    }
    // end
    assertThat(answer).isEqualTo("inventory has 1 permits: no permit came free within PT0.1S");
    held.close();
  }

  @Test
  void eventsAreHeard() throws IOException {
    // docs: bulkhead-events
    Subscription subscription = bulkhead.on(
        Rejected.class,
        event -> log.add("refused after " + event.waited() + ": " + event.reason()));
    bulkhead.on(Admitted.class, event -> log.add("waited " + event.waited()));
    // end

    // docs: bulkhead-snapshot
    BulkheadSnapshot now = bulkhead.snapshot();
    log.add(now.running() + " running, " + now.queued() + " waiting, " + now.free() + " free");
    // end

    BulkheadPermit held = bulkhead.acquire();
    time.schedule(Duration.ofMillis(40), held::close);
    bulkhead.run(() -> client.delete(sku));
    subscription.close();
    assertThat(log)
        .containsExactly("0 running, 0 waiting, 1 free", "waited PT0S", "waited PT0.04S");
  }

  @Test
  void aFullBulkheadRefusesWithoutWaitingForIt() throws IOException {
    // docs: bulkhead-test
    ManualTimeSource time = new ManualTimeSource();
    Bulkhead bulkhead = Bulkhead.builder("inventory")
        .maxConcurrent(1)
        .queue(1)
        .maxWait(Duration.ofSeconds(2))
        .timeSource(time)
        .build();

    BulkheadPermit held = bulkhead.acquire();
    time.schedule(Duration.ofSeconds(1), held::close); // somebody else's call ends in a second
    assertThat(bulkhead.call(() -> client.get("sku-42"))).isEqualTo("7 of sku-42"); // in no time
    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(1));
    // end
  }
}
