package dev.recloser.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.recloser.Backoff;
import dev.recloser.RetryBudget;
import dev.recloser.event.Event.Origin;
import dev.recloser.event.Listeners;
import dev.recloser.event.Subscription;
import dev.recloser.retry.RetryEvent.CallbackFailed;
import dev.recloser.retry.RetryEvent.GaveUp;
import dev.recloser.retry.RetryEvent.Reason;
import dev.recloser.retry.RetryEvent.Recovered;
import dev.recloser.retry.RetryEvent.Retrying;
import dev.recloser.time.LoggedWarnings;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a retry tells those who listen, and in which order. */
class RetryEventsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualTimeSource time = new ManualTimeSource();
  private final Instant start = time.wallTime();
  private final List<RetryEvent> events = new ArrayList<>();
  private final IOException first = new IOException("first");
  private final IOException second = new IOException("second");
  private final IOException third = new IOException("third");

  // C101: times and delays come from the injected source. C76: one event before each retry, none
  // before the first attempt.
  @Test
  void aFailedRunTellsOfEachRetryAndOfTheEnd() {
    run(builder(), first, second, third);

    assertThat(events)
        .containsExactly(
            new Retrying(origin(1, 0), 1, SECOND, first),
            new Retrying(origin(2, 1), 2, SECOND, second),
            new GaveUp(origin(3, 2), 3, Reason.NO_ATTEMPTS_LEFT, third));
  }

  // E32
  @Test
  void aRecoveryTellsHowManyAttemptsItTookAndASuccessAtOnceTellsNothing() {
    run(builder(), first, second, "value");
    assertThat(events)
        .containsExactly(
            new Retrying(origin(1, 0), 1, SECOND, first),
            new Retrying(origin(2, 1), 2, SECOND, second),
            new Recovered(origin(3, 2), 3));

    events.clear();
    run(builder(), "value");
    assertThat(events).isEmpty();
  }

  // E29: there an Error moved no counter.
  @Test
  void aFailureThatIsNotRetriedIsToldToo() {
    AssertionError error = new AssertionError();

    run(builder(), error);

    assertThat(events).containsExactly(new GaveUp(origin(1, 0), 1, Reason.NOT_RETRYABLE, error));
  }

  @Test
  void badResultsAreToldWithoutAFailure() {
    run(builder().retryOnResult("bad"::equals), "bad", "bad", "bad");

    assertThat(events)
        .containsExactly(
            new Retrying(origin(1, 0), 1, SECOND, null),
            new Retrying(origin(2, 1), 2, SECOND, null),
            new GaveUp(origin(3, 2), 3, Reason.NO_ATTEMPTS_LEFT, null));
  }

  // C74: there the event said "retry" though none followed.
  @Test
  void aStopTellsOfTheEndAndOfNoRetry() {
    run(builder().backoff((n, previous, random) -> Backoff.STOP), first);

    assertThat(events).containsExactly(new GaveUp(origin(1, 0), 1, Reason.STOPPED, first));
  }

  @Test
  void aRefusalByTheBudgetTellsWhy() {
    RetryBudget empty = RetryBudget.builder().capacity(1).timeSource(time).build();
    assertThat(empty.tryWithdraw()).isTrue();

    run(builder().budget(empty), first);

    assertThat(events).containsExactly(new GaveUp(origin(1, 0), 1, Reason.NO_BUDGET_LEFT, first));
  }

  @Test
  void theEndOfTheTimeTellsWhy() {
    run(builder().maxDuration(SECOND), first);

    assertThat(events).containsExactly(new GaveUp(origin(1, 0), 1, Reason.NO_TIME_LEFT, first));
  }

  @Test
  void anInterruptTellsWhy() {
    time.schedule(SECOND.dividedBy(2), Thread.currentThread()::interrupt);

    run(builder(), first);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(events)
        .hasSize(2)
        .startsWith(new Retrying(origin(1, 0), 1, SECOND, first))
        .last()
        .isEqualTo(
            new GaveUp(new Origin("r", 2, start.plusMillis(500)), 1, Reason.INTERRUPTED, first));
  }

  @Test
  void theDelayToldIsTheOneThatIsWaited() {
    TestRefusal refusal = new TestRefusal(Optional.of(Duration.ofSeconds(9)));

    run(builder().retryOn(TestRefusal.class), refusal, "value");

    assertThat(events)
        .containsExactly(
            new Retrying(origin(1, 0), 1, Duration.ofSeconds(9), refusal),
            new Recovered(origin(2, 9), 2));
  }

  // E43b: there the listener's exception replaced the task's, and the retry ended.
  @Test
  void aListenerThatThrowsChangesNothing() {
    Retry retry = builder().build();
    List<RetryEvent> heard = new ArrayList<>();
    retry.onEvent(event -> {
      throw new NoClassDefFoundError("listener");
    });
    retry.onEvent(heard::add);
    Script task = new Script(time, first, second, third);

    try (LoggedWarnings log = new LoggedWarnings(Listeners.class)) {
      assertThat(catchThrowable(() -> retry.call(task))).isSameAs(third);
      assertThat(log.messages()).hasSize(3);
    }

    assertThat(task.runs()).isEqualTo(3);
    assertThat(heard).hasSize(3);
    assertThat(third.getSuppressed()).containsExactly(first, second);
  }

  @Test
  void aListenerMayCallTheRetryItself() {
    Retry retry = builder().build();
    List<String> heard = new ArrayList<>();
    retry.on(Recovered.class, event -> heard.add("recovered " + event.attempts()));
    retry.on(GaveUp.class, event -> {
      heard.add("gave up");
      int[] runs = {0};
      retry.run(() -> {
        if (++runs[0] == 1) {
          throw new IllegalStateException();
        }
      });
      heard.add("ran");
    });

    assertThat(catchThrowable(() -> retry.call(new Script(time, third)))).isSameAs(third);

    assertThat(heard).containsExactly("gave up", "ran", "recovered 2");
  }

  @Test
  void listenersHearTheirTypeUntilTheyAreClosed() {
    Retry retry = builder().build();
    List<RetryEvent> retries = new ArrayList<>();
    Subscription subscription = retry.on(Retrying.class, retries::add);
    assertThat(catchThrowable(() -> retry.call(new Script(time, first)))).isSameAs(first);
    assertThat(retries).hasSize(2).allMatch(Retrying.class::isInstance);

    subscription.close();
    assertThat(catchThrowable(() -> retry.call(new Script(time, first)))).isSameAs(first);
    assertThat(retries).hasSize(2);
  }

  @Test
  void aFaultInTheUsersCodeIsToldBeforeTheEnd() {
    IllegalStateException fault = new IllegalStateException();

    run(
        builder().backoff((n, previous, random) -> {
          throw fault;
        }),
        first);

    assertThat(events)
        .containsExactly(
            new CallbackFailed(origin(1, 0), "retryOn predicate or backoff", fault),
            new GaveUp(origin(2, 0), 1, Reason.CALLBACK_FAILED, first));
  }

  private Origin origin(long sequence, int second) {
    return new Origin("r", sequence, start.plusSeconds(second));
  }

  private Retry.Builder builder() {
    return Retry.builder("r").backoff(Backoff.fixed(SECOND)).timeSource(time);
  }

  private void run(Retry.Builder builder, Object... part) {
    Retry retry = builder.build();
    retry.onEvent(events::add);
    Throwable unused = catchThrowable(() -> retry.call(new Script(time, part)));
  }
}
