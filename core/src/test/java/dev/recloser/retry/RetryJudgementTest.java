package dev.recloser.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.recloser.Backoff;
import dev.recloser.CallInterruptedException;
import dev.recloser.time.ManualTimeSource;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which failures are retried. */
class RetryJudgementTest {
  private final ManualTimeSource time = new ManualTimeSource();

  @AfterEach
  void clearTheInterruptFlag() {
    Thread.interrupted();
  }

  @Nested
  class ByDefault {

    // S004-12
    @Test
    void everyExceptionIsRetriedCheckedOrNot() {
      assertThat(attempts(builder(), new IOException())).isEqualTo(3);
      assertThat(attempts(builder(), new IllegalStateException())).isEqualTo(3);
      assertThat(attempts(builder(), new Exception())).isEqualTo(3);
    }

    // S004-24, S004-25, C85, E29, E31; C47: a subclass of CancellationException that comes from a
    // timeout of the task's
    // own is not retried either, unless named: its type says that somebody gave the call up.
    @ParameterizedTest
    @MethodSource("dev.recloser.retry.RetryJudgementTest#notRetriedByDefault")
    void errorsRefusalsInterruptionAndCancellationAreNot(Throwable failure) {
      assertThat(attempts(builder(), failure)).isEqualTo(1);
      assertThat(time.elapsed()).isZero();
    }

    @ParameterizedTest
    @MethodSource("dev.recloser.retry.RetryJudgementTest#notRetriedByDefault")
    void norWrappedByAFuture(Throwable failure) {
      assertThat(attempts(builder(), new CompletionException(failure))).isEqualTo(1);
      assertThat(attempts(builder(), new ExecutionException(new CompletionException(failure))))
          .isEqualTo(1);
    }

    // Decided: predicates rank after the defaults.
    @ParameterizedTest
    @MethodSource("dev.recloser.retry.RetryJudgementTest#notRetriedByDefault")
    void norForAPredicateThatSaysYesToAll(Throwable failure) {
      assertThat(attempts(builder().retryOn(any -> true), failure)).isEqualTo(1);
    }
  }

  static Stream<Throwable> notRetriedByDefault() {
    return Stream.of(
        new AssertionError(),
        new StackOverflowError(),
        new NoClassDefFoundError(),
        new InterruptedException(),
        new CancellationException(),
        new CancellationException() {
          private static final long serialVersionUID = 1L;
        },
        new CallInterruptedException("inner", null),
        new TestRefusal(Optional.empty()));
  }

  @Nested
  class OnceNamed {

    // S004-16
    @Test
    void typesAreRetriedWithTheirSubtypesAndNothingElse() {
      Retry.Builder builder = builder().retryOn(IOException.class);

      assertThat(attempts(builder, new FileNotFoundException())).isEqualTo(3);
      assertThat(attempts(builder, new IOException())).isEqualTo(3);
      assertThat(attempts(builder, new IllegalStateException())).isEqualTo(1);
      assertThat(attempts(builder, new Exception())).isEqualTo(1);
    }

    // S004-25
    @Test
    void errorsAreRetried() {
      Retry.Builder builder = builder().retryOn(AssertionError.class);

      assertThat(attempts(builder, new AssertionError())).isEqualTo(3);
      assertThat(attempts(builder, new StackOverflowError())).isEqualTo(1);
    }

    @Test
    void refusalsAndCancellationAreRetried() {
      Retry.Builder builder = builder().retryOn(TestRefusal.class, CancellationException.class);

      assertThat(attempts(builder, new TestRefusal(Optional.empty()))).isEqualTo(3);
      assertThat(attempts(builder, new CancellationException())).isEqualTo(3);
    }

    // S004-23
    @Test
    void byAPredicateWhatItSaysYesToIsRetriedAndNothingElse() {
      assertThat(attempts(builder().retryOn(failure -> false), new IOException()))
          .isEqualTo(1);
      assertThat(attempts(builder().retryOn(failure -> true), new IOException()))
          .isEqualTo(3);
    }

    @Test
    void byTypeAndByPredicateEitherWillDo() {
      Retry.Builder builder =
          builder().retryOn(IOException.class).retryOn(e -> "again".equals(e.getMessage()));

      assertThat(attempts(builder, new IOException())).isEqualTo(3);
      assertThat(attempts(builder, new IllegalStateException("again"))).isEqualTo(3);
      assertThat(attempts(builder, new IllegalStateException("enough"))).isEqualTo(1);
    }
  }

  @Nested
  class WhatAborts {

    @Test
    void isNotRetriedAndAllElseIs() {
      Retry.Builder builder = builder().abortOn(FileNotFoundException.class);

      assertThat(attempts(builder, new FileNotFoundException())).isEqualTo(1);
      assertThat(attempts(builder, new IOException())).isEqualTo(3);
    }

    @Test
    void winsATieAndTheMoreSpecificTypeWinsOtherwise() {
      Retry.Builder inside =
          builder().abortOn(IOException.class).retryOn(FileNotFoundException.class);
      Retry.Builder tie = builder().abortOn(IOException.class).retryOn(IOException.class);

      assertThat(attempts(inside, new FileNotFoundException())).isEqualTo(3);
      assertThat(attempts(inside, new IOException())).isEqualTo(1);
      assertThat(attempts(tie, new IOException())).isEqualTo(1);
    }

    @Test
    void byPredicateIsOverruledByATypeThatIsRetried() {
      Retry.Builder builder =
          builder().abortOn(failure -> true).retryOn(FileNotFoundException.class);

      assertThat(attempts(builder, new FileNotFoundException())).isEqualTo(3);
      assertThat(attempts(builder, new IOException())).isEqualTo(1);
    }

    @Test
    void byPredicateOverrulesAPredicateThatRetries() {
      Retry.Builder builder = builder().retryOn(any -> true).abortOn(any -> true);

      assertThat(attempts(builder, new IOException())).isEqualTo(1);
    }
  }

  // C77
  @Test
  void predicatesSeeTheCauseAndTheCallerTheWrapper() {
    IOException cause = new IOException();
    CompletionException wrapper = new CompletionException(cause);
    List<Throwable> seen = new ArrayList<>();
    Retry retry = builder().retryOn(failure -> seen.add(failure)).build();

    Throwable thrown = catchThrowable(() -> retry.call(new Script(time, wrapper)));

    assertThat(thrown).isSameAs(wrapper);
    assertThat(seen).containsExactly(cause, cause, cause);
  }

  private Retry.Builder builder() {
    return Retry.builder("r").backoff(Backoff.none()).timeSource(time);
  }

  private int attempts(Retry.Builder builder, Throwable failure) {
    Script task = new Script(time, failure);
    assertThat(catchThrowable(() -> builder.build().call(task))).isSameAs(failure);
    return task.runs();
  }
}
