package dev.recloser.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.Call;
import dev.recloser.Deadline;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Async calls that wait in line. */
class AsyncQueueTest {
  private static final Duration WAIT = Duration.ofMillis(100);

  private final ManualTimeSource time = new ManualTimeSource();
  private final Bulkhead bulkhead = Bulkhead.builder("db")
      .maxConcurrent(1)
      .queue(3)
      .maxWait(WAIT)
      .timeSource(time)
      .build();
  private final CompletableFuture<String> stage = new CompletableFuture<>();
  private final List<String> log = new ArrayList<>();

  @AfterEach
  void nothingIsLeft() {
    assertThat(bulkhead.snapshot().free()).as("free permits").isEqualTo(1);
    assertThat(bulkhead.snapshot().queued()).isZero();
    assertThat(time.pendingTimers()).isZero();
  }

  private CompletableFuture<String> start() {
    return bulkhead.callAsync(() -> stage);
  }

  /** Takes the only permit, until the stage is completed. */
  private void hold() {
    assertThat(start()).isNotDone();
  }

  /** A call that notes its start and whose stage is the test's. */
  private CompletableFuture<String> noted(String name, CompletableFuture<String> stage) {
    return bulkhead.callAsync(() -> {
      log.add(name);
      return stage;
    });
  }

  /** Ends the call that holds the permit, and lets the next ones start. */
  private void end() {
    stage.complete("a");
    time.advance(Duration.ZERO);
  }

  private static Throwable failure(CompletableFuture<?> future) {
    assertThat(future).isCompletedExceptionally();
    return future.handle((value, failure) -> failure).join();
  }

  // #578, #1592: an async bulkhead with a wait blocked the event loop.
  @Test
  void aCallThatWaitsBlocksNobodyAndIsStartedByTheTimeSource() {
    CompletableFuture<String> first = start();
    CompletableFuture<String> second = noted("second", CompletableFuture.completedFuture("b"));
    assertThat(log).isEmpty();
    assertThat(bulkhead.snapshot().queued()).isEqualTo(1);
    stage.complete("a");
    assertThat(log).isEmpty();
    assertThat(bulkhead.snapshot()).isEqualTo(new BulkheadSnapshot("db", 1, 1, 0, 3, 0, 0, 0));
    time.advance(Duration.ZERO);
    assertThat(log).containsExactly("second");
    assertThat(first).isCompletedWithValue("a");
    assertThat(second).isCompletedWithValue("b");
  }

  @Test
  void theEndOfABlockingCallLetsAnAsyncOneStart() {
    CompletableFuture<String> later =
        bulkhead.call(() -> noted("later", CompletableFuture.completedFuture("body")));
    time.advance(Duration.ZERO);
    assertThat(later).isCompletedWithValue("body");
  }

  @Test
  void aBlockingCallTakesItsTurnAfterAsyncOnes() {
    CompletableFuture<String> second = new CompletableFuture<>();
    hold();
    var unused = noted("async", second);
    time.schedule(Duration.ofMillis(10), () -> stage.complete("a"));
    time.schedule(Duration.ofMillis(20), () -> second.complete("b"));
    bulkhead.run(() -> log.add("blocking at " + time.elapsed().toMillis()));
    assertThat(log).containsExactly("async", "blocking at 20");
  }

  @Test
  void aCallThatWaitsTimesOutToTheNanosecond() {
    hold();
    CompletableFuture<String> second = noted("second", CompletableFuture.completedFuture("b"));
    time.advance(WAIT.minusNanos(1));
    assertThat(second).isNotDone();
    time.advance(Duration.ofNanos(1));
    assertThat(failure(second))
        .hasMessage("bulkhead 'db' is full: no permit came free within PT0.1S");
    assertThat(bulkhead.snapshot().queued()).isZero();
    end();
    assertThat(log).isEmpty();
  }

  @Test
  void theLineIsBounded() {
    hold();
    List<CompletableFuture<String>> waiting = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      waiting.add(noted("" + i, CompletableFuture.completedFuture("body")));
    }
    assertThat(failure(noted("too many", stage)))
        .hasMessage("bulkhead 'db' is full: all 1 permits are taken, and all 3 places in line");
    waiting.remove(1).cancel(true);
    waiting.add(noted("3", CompletableFuture.completedFuture("body")));
    end();
    assertThat(log).containsExactly("0", "2", "3");
    assertThat(waiting).allMatch(CompletableFuture::isDone);
  }

  // C44
  @Test
  void aCancelledCallLeavesTheLineAndIsNotStarted() {
    hold();
    CompletableFuture<String> second = noted("second", new CompletableFuture<>());
    second.cancel(true);
    assertThat(bulkhead.snapshot().queued()).isZero();
    assertThat(time.pendingTimers()).isZero();
    assertThat(bulkhead.snapshot().abandoned()).isEqualTo(1);
    end();
    assertThat(log).isEmpty();
  }

  @Test
  void aCallThatIsCancelledBeforeItsStartGivesItsPermitToTheNextAtOnce() {
    hold();
    CompletableFuture<String> second = noted("second", new CompletableFuture<>());
    CompletableFuture<String> third = noted("third", CompletableFuture.completedFuture("c"));
    stage.complete("a");
    second.cancel(true);
    assertThat(time.pendingTimers()).isEqualTo(1);
    assertThat(bulkhead.snapshot()).isEqualTo(new BulkheadSnapshot("db", 1, 1, 0, 3, 0, 0, 1));
    third.cancel(true);
    assertThat(time.pendingTimers()).isZero();
    assertThat(bulkhead.snapshot()).isEqualTo(new BulkheadSnapshot("db", 1, 0, 1, 3, 0, 0, 2));
  }

  @Test
  void theDeadlineOfTheCallShortensTheWait() {
    hold();
    CompletableFuture<String> late = within(Duration.ofMillis(60), "late");
    assertThat(failure(within(Duration.ZERO, "hopeless")))
        .hasMessageEndingWith("and the deadline leaves no time to wait");
    time.advance(Duration.ofMillis(59));
    assertThat(late).isNotDone();
    time.advance(Duration.ofMillis(1));
    assertThat(failure(late))
        .hasMessageEndingWith("no permit came free before the deadline of the call");
    end();
    assertThat(log).isEmpty();
  }

  @Test
  void aPermitThatComesAtTheDeadlineIsPassedOn() {
    hold();
    time.schedule(Duration.ofMillis(60), () -> stage.complete("a"));
    CompletableFuture<String> late = within(Duration.ofMillis(60), "late");
    CompletableFuture<String> next = noted("next", CompletableFuture.completedFuture("body"));
    time.advance(Duration.ofMillis(60));
    assertThat(failure(late)).isInstanceOf(BulkheadFullException.class);
    assertThat(next).isCompletedWithValue("body");
    assertThat(log).containsExactly("next");
    assertThat(bulkhead.snapshot().rejected()).isEqualTo(1);
  }

  private CompletableFuture<String> within(Duration left, String name) {
    Call before = Call.enter(Call.current().within(Deadline.after(left, time)));
    try {
      return noted(name, CompletableFuture.completedFuture("body"));
    } finally {
      Call.enter(before);
    }
  }

  // C61: the context was lost, or that of whoever freed the permit was seen.
  @Test
  void aCallThatWaitedHasItsOwnContextAndNotThatOfWhoeverStartsIt() {
    hold();
    Call before = Call.enter(Call.current().atAttempt(7));
    var unused = bulkhead.callAsync(() -> {
      log.add("attempt " + Call.current().attempt());
      return CompletableFuture.completedFuture(1);
    });
    Call.enter(Call.current().atAttempt(3));
    end();
    assertThat(Call.current().attempt()).isEqualTo(3);
    Call.enter(before);
    assertThat(log).containsExactly("attempt 7");
  }

  @Test
  void thousandsOfTasksThatEndAtOnceDoNotGrowTheStack() {
    Bulkhead bulkhead = Bulkhead.builder("deep")
        .maxConcurrent(1)
        .queue(100_000)
        .timeSource(time)
        .build();
    var holds = bulkhead.callAsync(() -> stage);
    AtomicInteger ended = new AtomicInteger();
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      int number = i;
      var unused = bulkhead
          .callAsync(() -> CompletableFuture.completedFuture(number))
          .thenAccept(value -> {
            order.add(value);
            ended.incrementAndGet();
          });
    }
    end();
    assertThat(holds).isCompletedWithValue("a");
    assertThat(ended).hasValue(100_000);
    assertThat(order).isSorted();
    assertThat(bulkhead.snapshot().free()).isEqualTo(1);
    assertThat(time.pendingTimers()).isZero();
  }
}
