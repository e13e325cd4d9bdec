package dev.recloser.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.recloser.Backoff;
import dev.recloser.RetryAfter;
import dev.recloser.retry.RetryEvent.CallbackFailed;
import dev.recloser.retry.RetryEvent.GaveUp;
import dev.recloser.time.LoggedWarnings;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The user's predicates, backoffs and hints throw: the task's own failure comes out, with the fault suppressed into it. */
class RetryFaultsTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final List<RetryEvent> events = new ArrayList<>();
  private final IOException failure = new IOException();

  // C52, C74
  @ParameterizedTest
  @MethodSource
  void theTasksOwnFailureIsThrownWithTheFaultSuppressed(Throwable fault) {
    List<Retry.Builder> faulty = List.of(
        builder().retryOn(e -> RetryFaultsTest.<RuntimeException>sneak(fault)),
        builder().abortOn(e -> RetryFaultsTest.<RuntimeException>sneak(fault)),
        builder().backoff((n, p, r) -> {
          RetryFaultsTest.<RuntimeException>sneak(fault);
          return p;
        }),
        builder()
            .random(() -> RetryFaultsTest.<RuntimeException>sneak(fault) ? 1 : 0)
            .backoff(Backoff.fixed(Duration.ofSeconds(1)).withJitter(0.1)));
    for (Retry.Builder builder : faulty) {
      IOException own = new IOException();
      Script task = new Script(time, own);

      assertThat(thrownBy(builder, task)).isSameAs(own);

      assertThat(own.getSuppressed()).containsExactly(fault);
      assertThat(task.runs()).isEqualTo(1);
      assertThat(ends()).containsExactly("CallbackFailed", "CALLBACK_FAILED");
    }
  }

  static Stream<Throwable> theTasksOwnFailureIsThrownWithTheFaultSuppressed() {
    return Stream.of(
        new IllegalStateException(),
        new NoClassDefFoundError(),
        new StackOverflowError(),
        new Exception("sneaky"));
  }

  // C74
  @Test
  @SuppressWarnings("NullAway") // That is what is tested.
  void aBackoffThatReturnsNullIsSuchAFault() {
    assertThat(thrownBy(builder().backoff((n, p, r) -> null), new Script(time, failure)))
        .isSameAs(failure);
    assertThat(failure.getSuppressed())
        .singleElement()
        .satisfies(fault -> assertThat(fault)
            .isInstanceOf(NullPointerException.class)
            .hasMessage("the backoff returned no delay"));
  }

  @Test
  void aHintThatThrowsIsSuchAFault() {
    IllegalStateException fault = new IllegalStateException();
    class Hinting extends Exception implements RetryAfter {
      private static final long serialVersionUID = 1L;

      @Override
      public Optional<Duration> retryAfter() {
        throw fault;
      }
    }
    Hinting hinting = new Hinting();

    assertThat(thrownBy(builder(), new Script(time, hinting))).isSameAs(hinting);
    assertThat(hinting.getSuppressed()).containsExactly(fault);
  }

  @Test
  void aFaultAfterARetryComesWithTheEarlierFailures() {
    IllegalStateException fault = new IllegalStateException();
    IOException second = new IOException();
    Retry.Builder builder = builder().backoff((n, p, r) -> {
      if (n == 2) {
        throw fault;
      }
      return Duration.ZERO;
    });

    assertThat(thrownBy(builder, new Script(time, failure, second))).isSameAs(second);
    assertThat(second.getSuppressed()).containsExactly(failure, fault);
  }

  @Test
  void aPredicateThatThrowsTheFailureItIsAskedAboutChangesNothing() {
    Retry.Builder builder = builder().retryOn(RetryFaultsTest::<RuntimeException>sneak);

    assertThat(thrownBy(builder, new Script(time, failure))).isSameAs(failure);
    assertThat(failure.getSuppressed()).isEmpty();
    assertThat(ends()).containsExactly("CallbackFailed", "CALLBACK_FAILED");
  }

  @Test
  void aSharedRefusalGetsAFreshInstanceToCarryTheFault() {
    IllegalStateException fault = new IllegalStateException();
    TestRefusal shared = new TestRefusal(Optional.empty());
    Retry.Builder builder = builder().retryOn(TestRefusal.class).backoff((n, p, r) -> {
      throw fault;
    });

    Throwable thrown = thrownBy(builder, new Script(time, shared));

    assertThat(thrown).isInstanceOf(TestRefusal.class).isNotSameAs(shared);
    assertThat(thrown.getSuppressed()).containsExactly(fault);
    assertThat(shared.getSuppressed()).isEmpty();
  }

  @Test
  void aConstantFailureDoesNotGrowByFaults() {
    Retry.Builder builder = builder().backoff((n, p, r) -> {
      throw new IllegalStateException();
    });

    for (int i = 0; i < 1_000; i++) {
      assertThat(thrownBy(builder, new Script(time, failure))).isSameAs(failure);
    }
    assertThat(failure.getSuppressed()).hasSize(16);
  }

  @Test
  void afterABadResultABackoffThatThrowsReturnsTheResult() throws Exception {
    Retry retry = builder()
        .retryOnResult("bad"::equals)
        .backoff((n, p, r) -> {
          throw new IllegalStateException();
        })
        .build();
    retry.onEvent(events::add);

    assertThat(retry.call(new Script(time, "bad"))).isEqualTo("bad");
    assertThat(ends()).containsExactly("CallbackFailed", "CALLBACK_FAILED");
  }

  // Decided: a result that cannot be judged is accepted.
  @Test
  void aResultPredicateThatThrowsAcceptsTheResult() throws Exception {
    IllegalStateException fault = new IllegalStateException();
    Retry retry = builder()
        .retryOnResult(result -> RetryFaultsTest.<RuntimeException>sneak(fault))
        .build();
    retry.onEvent(events::add);

    assertThat(retry.call(new Script(time, "value"))).isEqualTo("value");
    assertThat(retry.call(new Script(time, failure, "value"))).isEqualTo("value");
    assertThat(ends()).containsExactly("CallbackFailed", "Retrying", "CallbackFailed", "Recovered");
    assertThat(((CallbackFailed) events.get(0)).callback()).isEqualTo("retryOnResult predicate");
    assertThat(((CallbackFailed) events.get(0)).fault()).isSameAs(fault);
  }

  @Test
  void withoutAListenerTheFaultIsLoggedAndALogThatFailsChangesNothing() {
    Retry retry = builder()
        .retryOn(e -> {
          throw new IllegalStateException();
        })
        .build();
    try (LoggedWarnings log = new LoggedWarnings(Retry.class).butFails()) {
      assertThat(catchThrowable(() -> retry.call(new Script(time, failure)))).isSameAs(failure);
      assertThat(log.messages())
          .containsExactly("retry 'r': the retryOn predicate or backoff failed");
    }
  }

  private Throwable thrownBy(Retry.Builder builder, Script task) {
    events.clear();
    Retry retry = builder.build();
    retry.onEvent(events::add);
    Throwable thrown = catchThrowable(() -> retry.call(task));
    assertThat(thrown).isNotNull();
    return thrown;
  }

  /** The kinds of the events, and the reason of the last. */
  private List<String> ends() {
    return events.stream()
        .map(event ->
            event instanceof GaveUp end ? end.reason().name() : event.getClass().getSimpleName())
        .toList();
  }

  private Retry.Builder builder() {
    return Retry.builder("r").backoff(Backoff.none()).timeSource(time);
  }

  @SuppressWarnings("unchecked") // As checked exceptions get out of lambdas in other languages.
  private static <E extends Throwable> boolean sneak(Throwable failure) throws E {
    throw (E) failure;
  }
}
