package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.Backoff;
import dev.recloser.CallInterruptedException;
import dev.recloser.ResilienceException;
import dev.recloser.RetryBudget;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.retry.Retry;
import dev.recloser.retry.RetryConfig;
import dev.recloser.time.ManualTimeSource;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Document 004: what its Retryer retries, how it ends, and its settings. */
class RetryDefaultsTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final Retry retry = Retry.builder("task").timeSource(time).build();

  private int attempts;

  @Test // S004-8, S004-13
  void theDefaultIsThreeAttempts() {
    assertThat(Retry.ofDefaults("task").config().maxAttempts()).isEqualTo(3);

    assertThatThrownBy(() -> retry.call(() -> fail(new IOException("down"))))
        .isInstanceOf(IOException.class);
    assertThat(attempts).isEqualTo(3);
    assertThat(Retry.ofDefaults("task").<String, RuntimeException>call(() -> "sent"))
        .isEqualTo("sent");
  }

  @ParameterizedTest // S004-12
  @MethodSource("exceptions")
  void byDefaultEveryExceptionIsRetried(Exception failure) {
    assertThatThrownBy(() -> retry.call(() -> fail(failure))).isSameAs(failure);
    assertThat(attempts).isEqualTo(3);
  }

  static Exception[] exceptions() {
    return new Exception[] {
      new IOException("down"), new IllegalStateException("down"), new TimeoutException("slow")
    };
  }

  @Test // S004-12
  void anUndeclaredCheckedExceptionIsRetriedToo() {
    assertThatThrownBy(() -> retry.<String, RuntimeException>call(() -> sneak(new IOException())))
        .isInstanceOf(IOException.class);
    assertThat(attempts).isEqualTo(3);
  }

  @Test // S004-14, S004-15
  void aConfigurationStartsFromTheDefaultsAndChangesSingleValues() {
    RetryConfig defaults = RetryConfig.ofDefaults();
    RetryConfig five = RetryConfig.builder().maxAttempts(5).build();

    assertThat(five.maxAttempts()).isEqualTo(5);
    assertThat(five.backoff()).isEqualTo(defaults.backoff());
    assertThat(five.toBuilder().maxAttempts(3).build()).isEqualTo(defaults);
  }

  @Test // S004-16
  void onlyTheTypesThatAreNamedAreRetried() {
    Retry onlyIo =
        Retry.builder("task").retryOn(IOException.class).timeSource(time).build();

    assertThatThrownBy(() -> onlyIo.call(() -> fail(new FileNotFoundException("gone"))))
        .isInstanceOf(FileNotFoundException.class);
    assertThat(attempts).isEqualTo(3);

    assertThatThrownBy(() -> onlyIo.call(() -> fail(new IllegalStateException("bug"))))
        .isInstanceOf(IllegalStateException.class);
    assertThat(attempts).isEqualTo(4);
  }

  @Test // S004-23, S004-24
  void whatAPredicateRefusesIsThrownAtOnce() {
    Retry never =
        Retry.builder("task").retryOn(failure -> false).timeSource(time).build();
    IOException failure = new IOException("down");

    assertThatThrownBy(() -> never.call(() -> fail(failure))).isSameAs(failure);
    assertThat(attempts).isEqualTo(1);
    assertThat(time.elapsed()).isZero();
  }

  @Test // S004-25
  void errorsAreNotRetriedUnlessNamed() {
    AssertionError error = new AssertionError("a bug");
    assertThatThrownBy(() -> retry.run(() -> failWith(error))).isSameAs(error);
    assertThat(attempts).isEqualTo(1);

    Retry named =
        Retry.builder("task").retryOn(AssertionError.class).timeSource(time).build();
    assertThatThrownBy(() -> named.run(() -> failWith(error))).isSameAs(error);
    assertThat(attempts).isEqualTo(1 + 3);
  }

  @Test // S004-26
  void theLastExceptionItselfIsThrown() {
    IOException[] failures = {new IOException("1"), new IOException("2"), new IOException("3")};

    assertThatThrownBy(() -> retry.call(() -> fail(failures[attempts])))
        .isSameAs(failures[2])
        .satisfies(last ->
            assertThat(last.getSuppressed()).containsExactlyInAnyOrder(failures[0], failures[1]));
  }

  @Test // S004-27
  void itsStackIsPreservedEvenIfItIsThrownEachTime() {
    IOException constant = new IOException("down");
    StackTraceElement[] stack = constant.getStackTrace();

    assertThatThrownBy(() -> retry.call(() -> fail(constant))).isSameAs(constant);
    assertThat(attempts).isEqualTo(3);
    assertThat(constant.getStackTrace()).isEqualTo(stack);
    assertThat(constant.getSuppressed()).isEmpty();
  }

  @Test // S004-28, S004-29
  void anInterruptedWaitRestoresTheFlagAndThrowsAResilienceException() {
    IOException failure = new IOException("down");
    time.schedule(Duration.ofMillis(100), Thread.currentThread()::interrupt);

    assertThatThrownBy(() -> retry.call(() -> fail(failure)))
        .isInstanceOf(CallInterruptedException.class)
        .isInstanceOf(ResilienceException.class)
        .hasCause(failure);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(attempts).isEqualTo(1);
  }

  @Test // S004-30
  @SuppressWarnings("NullAway") // What happens to callers without it is the question.
  void aNullTaskIsAnIllegalArgument() {
    CircuitBreaker breaker = CircuitBreaker.ofDefaults("task");
    String message = "task must not be null, but was null";

    assertThatIllegalArgumentException()
        .isThrownBy(() -> retry.<String, RuntimeException>call(null))
        .withMessage(message);
    assertThatIllegalArgumentException().isThrownBy(() -> retry.run(null)).withMessage(message);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> retry.callAsync(null))
        .withMessage(message);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> breaker.<String, RuntimeException>call(null))
        .withMessage(message);
    assertThatIllegalArgumentException().isThrownBy(() -> breaker.run(null)).withMessage(message);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> breaker.callAsync(null))
        .withMessage(message);
  }

  @Test // S004-32
  void withoutABudgetEachTaskGetsItsAttemptsWhateverOthersDid() {
    Retry unlimited = Retry.builder("task")
        .backoff(Backoff.none())
        .budget(RetryBudget.unlimited())
        .timeSource(time)
        .build();

    callAThousandTimes(unlimited);
    assertThat(attempts).isEqualTo(3000);
  }

  @Test // S004-32
  void withTheDefaultBudgetRetriesAddAtMostAFifthOnceItsReserveIsSpent() {
    Retry budgeted =
        Retry.builder("task").backoff(Backoff.none()).timeSource(time).build();

    callAThousandTimes(budgeted);
    assertThat(attempts).isBetween(1000 + 100 + 150, 1000 + 100 + 200);
    assertThat(time.elapsed()).isZero();
  }

  /** Every caller gets the last exception of its own task, however many attempts were left. */
  private void callAThousandTimes(Retry policy) {
    for (int i = 0; i < 1000; i++) {
      IOException[] last = new IOException[1];
      assertThatThrownBy(() -> policy.call(() -> {
            last[0] = new IOException("attempt " + attempts);
            return fail(last[0]);
          }))
          .satisfies(thrown -> assertThat(thrown).isSameAs(last[0]));
    }
  }

  private <E extends Exception> String fail(E failure) throws E {
    attempts++;
    throw failure;
  }

  private void failWith(Error error) {
    attempts++;
    throw error;
  }

  @SuppressWarnings("unchecked") // The point of it.
  private <E extends Exception> String sneak(Exception failure) throws E {
    attempts++;
    throw (E) failure;
  }
}
