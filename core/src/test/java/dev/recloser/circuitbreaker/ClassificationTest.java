package dev.recloser.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.CallInterruptedException;
import dev.recloser.Outcome;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ClassificationTest {

  private static Classification with(UnaryOperator<CircuitBreakerConfig.Builder> settings) {
    return settings.apply(CircuitBreakerConfig.builder()).build().classification();
  }

  private static Outcome outcome(
      Throwable failure, UnaryOperator<CircuitBreakerConfig.Builder> settings) {
    return with(settings).ofFailure(failure);
  }

  @Nested
  class ByDefault {

    private Outcome of(Throwable failure) {
      return Classification.DEFAULT.ofFailure(failure);
    }

    @Test
    void exceptionsAreFailures() {
      assertThat(of(new IOException())).isEqualTo(Outcome.FAILURE);
      assertThat(of(new IllegalStateException())).isEqualTo(Outcome.FAILURE);
    }

    @Test
    void errorsAndInterruptionsAreIgnored() {
      assertThat(of(new StackOverflowError())).isEqualTo(Outcome.IGNORED);
      assertThat(of(new InterruptedException())).isEqualTo(Outcome.IGNORED);
      assertThat(of(new CallInterruptedException("while it waited", new IOException())))
          .isEqualTo(Outcome.IGNORED);
    }

    @Test
    void refusalsOfInnerPoliciesAreIgnored() {
      CircuitBreaker inner = CircuitBreaker.ofDefaults("inner");
      inner.forceOpen();
      Play outer = Play.small();
      for (int i = 0; i < 10; i++) {
        assertThat(outer.breaker.callAsync(
                () -> inner.callAsync(() -> CompletableFuture.completedFuture(1))))
            .isCompletedExceptionally();
        outer.breaker.callOrElse(() -> inner.callOrElse(() -> 1, rejection -> 2), rejection -> 3);
      }
      assertThat(outer.breaker.snapshot().ignored()).isEqualTo(10);
      assertThat(outer.breaker.snapshot().failures()).isZero();
    }

    // C47
    @Test
    void aCancellationThatIsNotOursIsAFailure() {
      assertThat(of(new CancellationException("a time-out in disguise")))
          .isEqualTo(Outcome.FAILURE);
    }

    @Test
    void wrappersAreTakenOffToAnyDepth() {
      Throwable wrapped = new InterruptedException();
      for (int i = 0; i < 300; i++) {
        wrapped = i % 2 == 0 ? new CompletionException(wrapped) : new ExecutionException(wrapped);
      }
      assertThat(of(wrapped)).isEqualTo(Outcome.IGNORED);
    }

    // E44
    @Test
    void aWrapperAroundNothingIsAFailure() {
      assertThat(of(new CompletionException("nothing inside", null))).isEqualTo(Outcome.FAILURE);
    }
  }

  @Nested
  class OfTypes {

    @Test
    void theMostSpecificWins() {
      UnaryOperator<CircuitBreakerConfig.Builder> settings = b ->
          b.failOn(FileNotFoundException.class).ignore(IOException.class).failOn(Exception.class);
      assertThat(outcome(new FileNotFoundException(), settings)).isEqualTo(Outcome.FAILURE);
      assertThat(outcome(new IOException(), settings)).isEqualTo(Outcome.IGNORED);
      assertThat(outcome(new IllegalStateException(), settings)).isEqualTo(Outcome.FAILURE);
    }

    @Test
    void ignoreWinsATie() {
      assertThat(outcome(
              new IOException(), b -> b.failOn(IOException.class).ignore(IOException.class)))
          .isEqualTo(Outcome.IGNORED);
    }

    @Test
    void theUsersBeatTheDefaults() {
      assertThat(outcome(new OutOfMemoryError(), b -> b.failOn(VirtualMachineError.class)))
          .isEqualTo(Outcome.FAILURE);
      assertThat(outcome(new InterruptedException(), b -> b.failOn(Throwable.class)))
          .isEqualTo(Outcome.FAILURE);
    }

    @Test
    void anExceptionThatMatchesNothingIsASuccessOnceFailuresAreNamed() {
      assertThat(outcome(new IllegalStateException(), b -> b.failOn(IOException.class)))
          .isEqualTo(Outcome.SUCCESS);
      assertThat(outcome(new IllegalStateException(), b -> b.failOn(e -> e instanceof IOException)))
          .isEqualTo(Outcome.SUCCESS);
      assertThat(outcome(new IllegalStateException(), b -> b.ignore(IOException.class)))
          .isEqualTo(Outcome.FAILURE);
      assertThat(outcome(new AssertionError(), b -> b.failOn(IOException.class)))
          .isEqualTo(Outcome.IGNORED);
    }

    @Test
    void areSoughtUnderTheWrappers() {
      Throwable wrapped =
          new CompletionException(new ExecutionException(new FileNotFoundException()));
      assertThat(outcome(wrapped, b -> b.ignore(IOException.class))).isEqualTo(Outcome.IGNORED);
    }
  }

  @Nested
  class OfPredicates {

    @Test
    void areAskedAfterTypesAndDefaults() {
      UnaryOperator<CircuitBreakerConfig.Builder> settings =
          b -> b.ignore(e -> true).failOn(IOException.class);
      assertThat(outcome(new IOException(), settings)).isEqualTo(Outcome.FAILURE);
      assertThat(outcome(new IllegalStateException(), settings)).isEqualTo(Outcome.IGNORED);
      assertThat(outcome(new AssertionError(), b -> b.failOn(e -> true)))
          .isEqualTo(Outcome.IGNORED);
    }

    @Test
    void ignoreIsAskedFirst() {
      assertThat(outcome(new IOException(), b -> b.failOn(e -> true).ignore(e -> true)))
          .isEqualTo(Outcome.IGNORED);
    }
  }

  @Nested
  class OfResults {

    // E22
    @Test
    void nullsAreShownToo() {
      Classification classification = with(b -> b.failOnResult(Objects::isNull));
      assertThat(classification.ofResult(null)).isEqualTo(Outcome.FAILURE);
      assertThat(classification.ofResult("")).isEqualTo(Outcome.SUCCESS);
    }

    @Test
    void ignoreWins() {
      Classification classification =
          with(b -> b.failOnResult(r -> true).ignoreResult(r -> Objects.equals(r, "not now")));
      assertThat(classification.ofResult("not now")).isEqualTo(Outcome.IGNORED);
      assertThat(classification.ofResult("x")).isEqualTo(Outcome.FAILURE);
    }

    @Test
    void doNotChangeWhatIsSaidOfExceptions() {
      Classification classification = with(b -> b.failOnResult(r -> false));
      assertThat(classification.ofFailure(new IOException())).isEqualTo(Outcome.FAILURE);
    }

    @Test
    void areNotAskedOfATaskWithoutOne() {
      Play play = Play.with(b -> b.failOnResult(r -> true));
      play.breaker.run(() -> {});
      assertThat(play.breaker.snapshot().failures()).isZero();
    }
  }

  // E40, E41
  @Test
  void settingsDerivedFromOthersAddToThemOrStartAgain() {
    CircuitBreakerConfig base =
        CircuitBreakerConfig.builder().failOn(IOException.class).build();
    Classification added =
        base.toBuilder().failOn(IllegalStateException.class).build().classification();
    assertThat(added.ofFailure(new IOException())).isEqualTo(Outcome.FAILURE);
    assertThat(added.ofFailure(new IllegalStateException())).isEqualTo(Outcome.FAILURE);
    Classification anew = base.toBuilder()
        .defaultOutcomes()
        .failOn(IllegalStateException.class)
        .build()
        .classification();
    assertThat(anew.ofFailure(new IOException())).isEqualTo(Outcome.SUCCESS);
    Classification narrowed = CircuitBreakerConfig.ofDefaults().toBuilder()
        .failOn(IOException.class)
        .build()
        .classification();
    assertThat(narrowed.ofFailure(new IllegalStateException())).isEqualTo(Outcome.SUCCESS);
  }
}
