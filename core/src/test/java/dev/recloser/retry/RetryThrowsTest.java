package dev.recloser.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.recloser.Backoff;
import dev.recloser.RetryBudget;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** What the caller gets when a retry gives up: the task's own last exception, with those before suppressed into it. */
class RetryThrowsTest {
  private final ManualTimeSource time = new ManualTimeSource();
  private final Retry retry = retry(3);

  // S004-26
  @Test
  void theEarlierFailuresAreSuppressedInTheirOrder() {
    IOException first = new IOException("first");
    IllegalStateException second = new IllegalStateException("second");
    IOException third = new IOException("third");

    assertThat(thrownBy(retry, first, second, third)).isSameAs(third);
    assertThat(third.getSuppressed()).containsExactly(first, second);
    assertThat(first.getSuppressed()).isEmpty();
  }

  @Test
  void anExceptionThatIsNotRetriedCarriesThoseThatWere() {
    IOException first = new IOException("first");
    AssertionError error = new AssertionError("then");

    assertThat(thrownBy(retry, first, error)).isSameAs(error);
    assertThat(error.getSuppressed()).containsExactly(first);
  }

  @Test
  void atMostSixteenAreSuppressedTheNewest() {
    List<IOException> failures = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      failures.add(new IOException("attempt " + (i + 1)));
    }

    Throwable thrown = thrownBy(retry(40), failures.toArray());

    assertThat(thrown).isSameAs(failures.get(39));
    assertThat(Arrays.asList(thrown.getSuppressed())).isEqualTo(failures.subList(23, 39));
  }

  @Test
  void whatTheTaskSuppressedItselfIsKeptAndCountsAmongTheSixteen() {
    IOException last = new IOException("last");
    List<Exception> own = new ArrayList<>();
    for (int i = 0; i < 15; i++) {
      own.add(new Exception());
      last.addSuppressed(own.get(i));
    }
    IOException newest = new IOException("newest");

    assertThat(thrownBy(retry, new IOException("oldest"), newest, last)).isSameAs(last);
    assertThat(last.getSuppressed()).hasSize(16).startsWith(own.toArray(Throwable[]::new));
    assertThat(last.getSuppressed()[15]).isSameAs(newest);
  }

  @Nested
  class AConstantException {
    private final IOException constant = new IOException("constant");

    // S004-27
    @Test
    void isNeverSuppressedIntoItself() {
      StackTraceElement[] trace = constant.getStackTrace();

      assertThat(thrownBy(retry, constant)).isSameAs(constant);
      assertThat(constant.getSuppressed()).isEmpty();
      assertThat(constant.getStackTrace()).isEqualTo(trace);
    }

    @Test
    void doesNotGrowOverThousandsOfCalls() {
      for (int i = 0; i < 5_000; i++) {
        assertThat(thrownBy(retry, new IOException(), new IOException(), constant))
            .isSameAs(constant);
      }

      assertThat(constant.getSuppressed()).hasSize(16);
    }

    @Test
    void isNotSuppressedTwiceIntoAnother() {
      IOException last = new IOException("last");

      assertThat(thrownBy(retry(4), constant, constant, constant, last)).isSameAs(last);
      assertThat(last.getSuppressed()).containsExactly(constant);
      assertThat(thrownBy(retry(2), constant, last)).isSameAs(last);
      assertThat(last.getSuppressed()).containsExactly(constant);
    }

    @Test
    void doesNotPushTheOthersOut() {
      Object[] part = new Object[40];
      Arrays.fill(part, constant);
      IOException first = new IOException("first");
      IOException last = new IOException("last");
      part[0] = first;
      part[39] = last;

      assertThat(thrownBy(retry(40), part)).isSameAs(last);
      assertThat(last.getSuppressed()).containsExactly(first, constant);
    }

    @Test
    void makesNoCircleWithAnotherThatItTakesTurnsWith() {
      IOException other = new IOException("other");

      assertThat(thrownBy(retry(2), constant, other)).isSameAs(other);
      assertThat(thrownBy(retry(2), other, constant)).isSameAs(constant);

      assertThat(other.getSuppressed()).containsExactly(constant);
      assertThat(constant.getSuppressed()).isEmpty();
    }

    @Test
    void makesNoCircleWithOneThatItIsTheCauseOf() {
      IllegalStateException wrapper = new IllegalStateException(constant);

      assertThat(thrownBy(retry(2), wrapper, constant)).isSameAs(constant);
      assertThat(constant.getSuppressed()).isEmpty();
    }

    @Test
    void mayRefuseToTakeSuppressedExceptions() {
      RuntimeException closed = new RuntimeException("closed", null, false, false) {
        private static final long serialVersionUID = 1L;
      };

      assertThat(thrownBy(retry, new IOException(), new IOException(), closed)).isSameAs(closed);
    }
  }

  @Nested
  class ARefusalOfAnInnerPolicy {
    private final TestRefusal shared = new TestRefusal(Optional.empty());

    // C82
    @Test
    void isThrownItselfIfTheTaskNeverRan() {
      assertThat(thrownBy(retry, shared)).isSameAs(shared);
    }

    @Test
    void isThrownAfreshWithTheFailureBeforeItAndTheSharedOneIsUntouched() {
      IOException failure = new IOException();

      Throwable thrown = thrownBy(retry, failure, shared);

      assertThat(thrown).isInstanceOf(TestRefusal.class).isNotSameAs(shared);
      assertThat(thrown.getSuppressed()).containsExactly(failure);
      assertThat(shared.getSuppressed()).isEmpty();
    }

    @Test
    void isThrownItselfAfterResultsThatWereNotAccepted() {
      Retry picky = builder(3).retryOnResult("bad"::equals).build();

      assertThat(thrownBy(picky, "bad", "bad", shared)).isSameAs(shared);
    }

    @Test
    void isThrownItselfAfterNothingButTheSameRefusal() {
      Retry stubborn = builder(3).retryOn(TestRefusal.class).build();

      assertThat(thrownBy(stubborn, shared)).isSameAs(shared);
    }

    @Test
    void isSuppressedIntoTheFailureThatFollowsItWhereRefusalsAreRetried() {
      Retry stubborn = builder(2).retryOn(TestRefusal.class).build();
      IOException failure = new IOException();

      assertThat(thrownBy(stubborn, shared, failure)).isSameAs(failure);
      assertThat(failure.getSuppressed()).containsExactly(shared);
    }

    @Test
    void getsNewInstancesInEveryCallSoThatNoneSeesTheFailuresOfAnother() {
      for (int i = 0; i < 100; i++) {
        IOException failure = new IOException();
        assertThat(thrownBy(retry, failure, shared).getSuppressed()).containsExactly(failure);
      }
    }
  }

  @Test
  void anErrorIsThrownUnchangedAtOnce() {
    StackOverflowError error = new StackOverflowError();

    assertThat(thrownBy(retry, error)).isSameAs(error);
    assertThat(error.getSuppressed()).isEmpty();
  }

  @Test
  void eachOfTwoNestedRetriesSuppressesTheFailuresThatItSaw() {
    Retry outer = retry(2);
    Retry inner = retry(2);
    IOException[] failures = new IOException[4];
    Arrays.setAll(failures, i -> new IOException("attempt " + (i + 1)));
    Script task = new Script(time, (Object[]) failures);

    Throwable thrown = catchThrowable(() -> outer.call(() -> inner.call(task)));

    assertThat(thrown).isSameAs(failures[3]);
    assertThat(failures[3].getSuppressed()).containsExactly(failures[2], failures[1]);
    assertThat(failures[1].getSuppressed()).containsExactly(failures[0]);
  }

  private Throwable thrownBy(Retry retry, Object... part) {
    Throwable thrown = catchThrowable(() -> retry.call(new Script(time, part)));
    assertThat(thrown).isNotNull();
    return thrown;
  }

  private Retry retry(int attempts) {
    return builder(attempts).build();
  }

  private Retry.Builder builder(int attempts) {
    return Retry.builder("r")
        .maxAttempts(attempts)
        .backoff(Backoff.none())
        .budget(RetryBudget.unlimited())
        .timeSource(time);
  }
}
