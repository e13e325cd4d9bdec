package dev.recloser.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.Call;
import dev.recloser.CallInterruptedException;
import dev.recloser.Deadline;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Threads that wait in line. */
class BlockingQueueTest {
  private static final Duration WAIT = Duration.ofMillis(100);

  private final ManualTimeSource time = new ManualTimeSource();
  private final Bulkhead bulkhead = bulkhead(time);
  private final ExecutorService threads = Executors.newCachedThreadPool();

  private static Bulkhead bulkhead(ManualTimeSource time) {
    return Bulkhead.builder("db")
        .maxConcurrent(1)
        .queue(3)
        .maxWait(WAIT)
        .timeSource(time)
        .build();
  }

  @AfterEach
  void stop() {
    threads.shutdownNow();
    assertThat(Thread.interrupted()).isFalse();
    assertThat(time.pendingTimers()).isZero();
    assertThat(bulkhead.snapshot().queued()).isZero();
  }

  @Test
  void aCallWaitsUntilAPermitIsFree() {
    BulkheadPermit held = bulkhead.acquire();
    time.schedule(Duration.ofMillis(40), held::close);
    assertThat(bulkhead.call(() -> time.elapsed())).isEqualTo(Duration.ofMillis(40));
    assertThat(bulkhead.snapshot().free()).isEqualTo(1);
  }

  @Test
  void aCallWaitsForItsWaitToTheNanosecond() {
    BulkheadPermit held = bulkhead.acquire();
    time.schedule(WAIT, held::close);
    assertThat(bulkhead.call(() -> time.elapsed())).isEqualTo(WAIT);

    BulkheadPermit again = bulkhead.acquire();
    time.schedule(WAIT.plusNanos(1), again::close);
    BulkheadFullException refusal = BulkheadTest.refusal(bulkhead);
    assertThat(refusal.waited()).isTrue();
    assertThat(refusal.queue()).isEqualTo(3);
    assertThat(refusal).hasMessage("bulkhead 'db' is full: no permit came free within PT0.1S");
    assertThat(time.elapsed()).isEqualTo(WAIT.multipliedBy(2));
    time.advance(Duration.ofNanos(1));
    assertThat(bulkhead.snapshot()).isEqualTo(new BulkheadSnapshot("db", 1, 0, 1, 3, 0, 1, 0));
  }

  // C44: the one who gave up stayed in line and swallowed the permit.
  @Test
  void oneWhoHasWaitedInVainDoesNotSwallowThePermit() {
    BulkheadPermit held = bulkhead.acquire();
    assertThatThrownBy(bulkhead::acquire).isInstanceOf(BulkheadFullException.class);
    assertThat(bulkhead.snapshot().queued()).isZero();
    time.advance(Duration.ofMillis(100));
    held.close();
    assertThat(bulkhead.snapshot().free()).isEqualTo(1);
    assertThat(bulkhead.tryAcquire()).isPresent();
  }

  // C44
  @Test
  void oneWhoIsInterruptedDoesNotSwallowThePermit() {
    BulkheadPermit held = bulkhead.acquire();
    time.schedule(Duration.ofMillis(30), Thread.currentThread()::interrupt);
    assertThatThrownBy(bulkhead::acquire)
        .isInstanceOf(CallInterruptedException.class)
        .hasMessage("bulkhead 'db' was interrupted while the call waited in line");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(time.elapsed()).isEqualTo(Duration.ofMillis(30));
    held.close();
    assertThat(bulkhead.snapshot()).isEqualTo(new BulkheadSnapshot("db", 1, 0, 1, 3, 0, 0, 1));
  }

  @Test
  void aThreadThatIsInterruptedAlreadyDoesNotWaitButMayPass() {
    Thread.currentThread().interrupt();
    assertThat(bulkhead.call(() -> "body")).isEqualTo("body");
    BulkheadPermit held = bulkhead.acquire();
    assertThatThrownBy(() -> bulkhead.run(() -> {})).isInstanceOf(CallInterruptedException.class);
    assertThat(Thread.interrupted()).isTrue();
    held.close();
  }

  @Test
  void aPermitThatComesWithAnInterruptIsKept() {
    BulkheadPermit held = bulkhead.acquire();
    time.schedule(WAIT, () -> {
      Thread.currentThread().interrupt();
      held.close();
    });
    assertThat(bulkhead.call(() -> "body")).isEqualTo("body");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(bulkhead.snapshot().free()).isEqualTo(1);
  }

  @Test
  void aTimerOfTheUsersThatFailsMeanwhileTakesNoPlaceAlong() {
    BulkheadPermit held = bulkhead.acquire();
    time.schedule(Duration.ZERO, () -> {
      throw new IllegalStateException("a timer of the test");
    });
    assertThatThrownBy(bulkhead::acquire).isInstanceOf(BulkheadFullException.class);
    held.close();
    assertThat(bulkhead.snapshot().free()).isEqualTo(1);
  }

  @Test
  void theDeadlineOfTheCallShortensTheWait() {
    BulkheadPermit held = bulkhead.acquire();
    Call before = Call.enter(Call.current().within(Deadline.after(Duration.ofMillis(60), time)));
    try {
      BulkheadFullException refusal = BulkheadTest.refusal(bulkhead);
      assertThat(refusal.reason()).isEqualTo("no permit came free before the deadline of the call");
      assertThat(time.elapsed()).isEqualTo(Duration.ofMillis(60));

      BulkheadFullException second = BulkheadTest.refusal(bulkhead);
      assertThat(second.reason())
          .isEqualTo("all 1 permits are taken, and the deadline leaves no time to wait");
      assertThat(second.waited()).isFalse();
    } finally {
      Call.enter(before);
    }
    held.close();
  }

  @Test
  void aPermitThatComesAtTheDeadlineIsGivenBack() {
    BulkheadPermit held = bulkhead.acquire();
    time.schedule(Duration.ofMillis(60), held::close);
    Call before = Call.enter(Call.current().within(Deadline.after(Duration.ofMillis(60), time)));
    try {
      assertThat(BulkheadTest.refusal(bulkhead).waited()).isTrue();
    } finally {
      Call.enter(before);
    }
    assertThat(bulkhead.snapshot().free()).isEqualTo(1);
  }

  @Test
  void aLongerDeadlineDoesNotLengthenTheWait() {
    BulkheadPermit held = bulkhead.acquire();
    Call before = Call.enter(Call.current().within(Deadline.after(Duration.ofHours(1), time)));
    try {
      assertThat(BulkheadTest.refusal(bulkhead).reason()).endsWith("within PT0.1S");
    } finally {
      Call.enter(before);
    }
    held.close();
  }

  @Test
  void threadsAreServedInTheOrderTheyCame() throws Exception {
    ManualTimeSource slow = ManualTimeSource.blocking();
    Bulkhead bulkhead = bulkhead(slow);
    List<String> order = new ArrayList<>(); // Guarded by the bulkhead.
    BulkheadPermit held = bulkhead.acquire();
    List<Future<Boolean>> waiting = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      waiting.add(threads.submit(() -> bulkhead.call(() -> order.add(name))));
      slow.awaitSleepers(waiting.size());
    }
    assertThat(bulkhead.snapshot()).isEqualTo(new BulkheadSnapshot("db", 1, 1, 0, 3, 3, 0, 0));
    assertThat(BulkheadTest.refusal(bulkhead).reason())
        .isEqualTo("all 1 permits are taken, and all 3 places in line");
    held.close();
    for (Future<Boolean> one : waiting) {
      one.get();
    }
    assertThat(order).containsExactly("a", "b", "c");
    assertThat(bulkhead.snapshot().free()).isEqualTo(1);
    assertThat(slow.pendingTimers()).isZero();
  }

  @Test
  void nobodyOvertakesTheLine() throws Exception {
    ManualTimeSource slow = ManualTimeSource.blocking();
    Bulkhead bulkhead = bulkhead(slow);
    BulkheadPermit held = bulkhead.acquire();
    Callable<BulkheadPermit> acquire = bulkhead::acquire;
    Future<BulkheadPermit> waiting = threads.submit(acquire);
    slow.awaitSleepers(1);
    held.close(); // The permit is the waiter's now, though its thread may not have woken yet.
    assertThat(bulkhead.tryAcquire()).isEmpty();
    waiting.get().close();
  }

  @Test
  void threadsThatWaitTimeOutTogetherWhenTheTimeIsAdvanced() throws Exception {
    ManualTimeSource slow = ManualTimeSource.blocking();
    Bulkhead bulkhead = bulkhead(slow);
    BulkheadPermit held = bulkhead.acquire();
    List<Future<BulkheadPermit>> waiting = new ArrayList<>();
    Callable<BulkheadPermit> acquire = bulkhead::acquire;
    for (int i = 1; i <= 3; i++) {
      waiting.add(threads.submit(acquire));
      slow.awaitSleepers(i);
    }
    slow.advance(WAIT.minusNanos(1));
    assertThat(bulkhead.snapshot().queued()).isEqualTo(3);
    slow.advance(Duration.ofNanos(1));
    assertThat(bulkhead.snapshot().queued()).isZero();
    held.close();
    assertThat(bulkhead.snapshot().free()).isEqualTo(1);
    for (Future<BulkheadPermit> one : waiting) {
      assertThatThrownBy(one::get)
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOf(BulkheadFullException.class);
    }
  }
}
