package dev.recloser.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.recloser.Outcome;
import dev.recloser.bulkhead.BulkheadEvent.Abandoned;
import dev.recloser.bulkhead.BulkheadEvent.Admitted;
import dev.recloser.bulkhead.BulkheadEvent.Finished;
import dev.recloser.bulkhead.BulkheadEvent.Queued;
import dev.recloser.bulkhead.BulkheadEvent.Rejected;
import dev.recloser.event.Subscription;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class EventTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final Bulkhead bulkhead = Bulkhead.builder("db")
      .maxConcurrent(1)
      .queue(1)
      .maxWait(Duration.ofMillis(100))
      .timeSource(time)
      .build();
  private final List<String> events = new ArrayList<>();

  private void listen() {
    bulkhead.onEvent(event -> events.add(text(event)));
  }

  private static String text(BulkheadEvent event) {
    if (event instanceof Admitted admitted) {
      return "admitted after " + admitted.waited().toMillis();
    } else if (event instanceof Queued queued) {
      return "queued " + queued.waiting();
    } else if (event instanceof Rejected rejected) {
      return "rejected after " + rejected.waited().toMillis() + ": " + rejected.reason();
    } else if (event instanceof Abandoned abandoned) {
      return abandoned.reason() + " after " + abandoned.waited().toMillis();
    } else if (event instanceof Finished finished) {
      return "finished " + finished.outcome();
    }
    return event.toString();
  }

  @Test
  void aCallTellsItsWholeStory() {
    listen();
    bulkhead.run(() -> {});
    assertThatIOException()
        .isThrownBy(() -> bulkhead.call(() -> {
          throw new IOException();
        }));
    bulkhead.acquire().close();
    bulkhead.callAsync(() -> new CompletableFuture<String>()).cancel(true);
    assertThat(events)
        .containsExactly(
            "admitted after 0", "finished SUCCESS",
            "admitted after 0", "finished FAILURE",
            "admitted after 0", "finished IGNORED",
            "admitted after 0", "finished IGNORED");
  }

  @Test
  void soDoThoseThatWait() {
    CompletableFuture<String> stage = new CompletableFuture<>();
    var first = bulkhead.callAsync(() -> stage);
    listen();
    CompletableFuture<String> waiting =
        bulkhead.callAsync(() -> CompletableFuture.completedFuture("body"));
    BulkheadTest.refusal(bulkhead);
    time.advance(Duration.ofMillis(30));
    waiting.cancel(true);
    BulkheadTest.refusal(bulkhead);
    var last = bulkhead.callAsync(() -> CompletableFuture.completedFuture("body"));
    time.advance(Duration.ofMillis(40));
    stage.complete("go");
    time.advance(Duration.ZERO);
    assertThat(List.of(first, last)).allMatch(CompletableFuture::isDone);
    assertThat(events)
        .containsExactly(
            "queued 1",
            "rejected after 0: all 1 permits are taken, and all 1 places in line",
            "CANCELLED after 30",
            "queued 1",
            "rejected after 100: no permit came free within PT0.1S",
            "queued 1",
            "finished SUCCESS",
            "admitted after 40",
            "finished SUCCESS");
  }

  @Test
  void aCallThatIsCancelledBetweenAdmissionAndStartIsAbandoned() {
    CompletableFuture<String> stage = new CompletableFuture<>();
    CompletableFuture<String> first = bulkhead.callAsync(() -> stage);
    CompletableFuture<String> second = bulkhead.callAsync(() -> {
      events.add("started");
      return new CompletableFuture<String>();
    });
    listen();
    stage.complete("go");
    second.cancel(true);
    time.advance(Duration.ZERO);
    assertThat(first).isCompletedWithValue("go");
    assertThat(events).containsExactly("finished SUCCESS", "CANCELLED after 0");
    assertThat(bulkhead.snapshot().free()).isEqualTo(1);
    assertThat(bulkhead.snapshot().abandoned()).isEqualTo(1);
  }

  // E43: a listener that throws leaked the permit.
  @Test
  void aListenerThatThrowsChangesNothing() {
    bulkhead.onEvent(event -> {
      throw new NoClassDefFoundError("listener");
    });
    for (int i = 0; i < 10; i++) {
      assertThat(bulkhead.call(() -> "body")).isEqualTo("body");
      assertThat(bulkhead.callAsync(() -> CompletableFuture.completedFuture("body")))
          .isCompletedWithValue("body");
      BulkheadPermit held = bulkhead.acquire();
      BulkheadTest.refusal(bulkhead);
      bulkhead.callAsync(() -> new CompletableFuture<String>()).cancel(true);
      held.close();
    }
    bulkhead.reconfigure(bulkhead.config());
    assertThat(bulkhead.snapshot().free()).isEqualTo(1);
  }

  @Test
  void aListenerMayUseTheBulkhead() {
    bulkhead.on(Finished.class, finished -> {
      if (finished.origin().sequence() < 5) {
        bulkhead.run(() -> events.add("again"));
      }
    });
    bulkhead.run(() -> {});
    assertThat(events).isNotEmpty();
    assertThat(bulkhead.snapshot().free()).isEqualTo(1);
  }

  @Test
  void typesAreHeardAloneAndUntilClosed() {
    List<Finished> finished = new ArrayList<>();
    Subscription subscription = bulkhead.on(Finished.class, finished::add);
    bulkhead.run(() -> {});
    subscription.close();
    bulkhead.run(() -> {});
    assertThat(finished).singleElement().satisfies(event -> {
      assertThat(event.outcome()).isEqualTo(Outcome.SUCCESS);
      assertThat(event.origin().policyName()).isEqualTo("db");
      assertThat(event.origin().sequence()).isEqualTo(1);
    });
  }
}
