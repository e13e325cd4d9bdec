package dev.recloser.retry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.Backoff;
import dev.recloser.event.Listeners;
import dev.recloser.time.LoggedWarnings;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the user's code throws, the future completes. */
class AsyncFaultsTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final NoClassDefFoundError fault = new NoClassDefFoundError("missing");
  private final IOException failure = new IOException();
  private final LoggedWarnings faults = new LoggedWarnings(Retry.class);
  private final LoggedWarnings listenerFaults = new LoggedWarnings(Listeners.class);

  @AfterEach
  void restoreTheLogs() {
    faults.close();
    listenerFaults.close();
  }

  // C52
  @Test
  void aThrowingPredicateCompletesItWithTheTasksFailure() {
    assertFailsAtOnce(builder().retryOn(e -> fail()));
    assertFailsAtOnce(builder().abortOn(e -> fail()));
  }

  // C52
  @Test
  void aThrowingBackoffCompletesItWithTheTasksFailure() {
    assertFailsAtOnce(builder().backoff((n, p, r) -> {
      fail();
      return p;
    }));
    assertFailsAtOnce(
        builder().backoff(Backoff.fixed(Duration.ofSeconds(1)).withJitter(0.1)).random(() -> {
          fail();
          return 0;
        }));
  }

  // C52, E45
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aThrowingResultPredicateAcceptsTheResult(int attempt) {
    Retry retry = builder().retryOnResult(result -> fail()).build();
    Script task = attempt == 1 ? new Script(time, "value") : new Script(time, failure, "value");

    CompletableFuture<Object> future = retry.callAsync(task::stage);
    time.advance(Duration.ZERO);

    assertThat(future).isCompletedWithValue("value");
    assertThat(task.runs()).isEqualTo(attempt);
    assertThat(faults.messages()).containsExactly("retry 'r': the retryOnResult predicate failed");
  }

  // C52, E43b
  @Test
  void aThrowingListenerChangesNothing() {
    Retry retry = builder().build();
    retry.onEvent(event -> fail());
    Script task = new Script(time, failure, failure, "value");

    CompletableFuture<Object> future = retry.callAsync(task::stage);
    time.advance(Duration.ZERO);

    assertThat(future).isCompletedWithValue("value");
    assertThat(listenerFaults.messages()).hasSize(3);
  }

  @Test
  void dependentsOfTheFutureThatThrowDoNotDisturbTheRetry() {
    Retry retry = builder().build();
    Script task = new Script(time, failure, "value");
    CompletableFuture<Object> future = retry.callAsync(task::stage);
    CompletableFuture<Object> dependent = future.whenComplete((value, thrown) -> fail());

    time.advance(Duration.ZERO);

    assertThat(future).isCompletedWithValue("value");
    assertThat(dependent).isCompletedExceptionally();
  }

  private void assertFailsAtOnce(Retry.Builder builder) {
    IOException own = new IOException();
    Script task = new Script(time, own);

    CompletableFuture<Object> future = builder.build().callAsync(task::stage);

    assertThat(future).isCompletedExceptionally();
    assertThat(future.handle((value, thrown) -> thrown).join()).isSameAs(own);
    assertThat(own.getSuppressed()).containsExactly(fault);
    assertThat(task.runs()).isEqualTo(1);
    assertThat(time.pendingTimers()).isZero();
  }

  private boolean fail() {
    throw fault;
  }

  private Retry.Builder builder() {
    return Retry.builder("r").backoff(Backoff.none()).timeSource(time);
  }
}
