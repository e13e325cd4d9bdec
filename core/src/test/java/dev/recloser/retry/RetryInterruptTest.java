package dev.recloser.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.recloser.Backoff;
import dev.recloser.CallInterruptedException;
import dev.recloser.ResilienceException;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RetryInterruptTest {
  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

  private final ManualTimeSource time = new ManualTimeSource();
  private final IOException failure = new IOException();
  private final Retry retry = builder().build();

  @AfterEach
  void clearTheInterruptFlag() {
    Thread.interrupted();
  }

  // C83, S004-28, S004-29
  @Test
  void anInterruptDuringTheWaitEndsTheCallThereWithTheLastFailureAsCause() {
    time.schedule(Duration.ofSeconds(1), Thread.currentThread()::interrupt);
    Script task = new Script(time, failure);

    Throwable thrown = catchThrowable(() -> retry.call(task));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(thrown)
        .isInstanceOf(CallInterruptedException.class)
        .isInstanceOf(ResilienceException.class)
        .hasMessage("retry 'r' was interrupted before attempt 2")
        .hasCause(failure);
    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(1));
    assertThat(task.runs()).isEqualTo(1);
  }

  // C83, with real threads
  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void anInterruptWakesAThreadThatReallyWaits() throws Exception {
    ManualTimeSource standing = ManualTimeSource.blocking();
    Retry waiting = builder().timeSource(standing).build();
    CompletableFuture<Throwable> thrown = new CompletableFuture<>();
    CompletableFuture<Boolean> flag = new CompletableFuture<>();
    Thread thread = new Thread(() -> {
      thrown.complete(catchThrowable(() -> waiting.call(new Script(standing, failure))));
      flag.complete(Thread.interrupted());
    });
    thread.start();
    standing.awaitSleepers(1);

    thread.interrupt();

    assertThat(thrown.get()).isInstanceOf(CallInterruptedException.class).hasCause(failure);
    assertThat(flag.get()).isTrue();
    assertThat(standing.elapsed()).isZero();
  }

  // C85
  @Test
  void aThreadThatIsInterruptedBeforehandMakesOneAttempt() {
    Retry stubborn = builder().maxAttempts(50).build();
    Script task = new Script(time, failure);
    Thread.currentThread().interrupt();

    Throwable thrown = catchThrowable(() -> stubborn.call(task));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(thrown).isInstanceOf(CallInterruptedException.class).hasCause(failure);
    assertThat(task.runs()).isEqualTo(1);
    assertThat(time.elapsed()).isZero();
  }

  // C85
  @Test
  void evenWithoutAnyDelay() {
    Retry eager = builder().maxAttempts(50).backoff(Backoff.none()).build();
    Script task = new Script(time, failure);
    Thread.currentThread().interrupt();

    assertThat(catchThrowable(() -> eager.call(task))).isInstanceOf(CallInterruptedException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(task.runs()).isEqualTo(1);
  }

  @Test
  void anInterruptedThreadStillGetsTheValueOfATaskThatSucceeds() {
    Thread.currentThread().interrupt();

    assertThat(retry.call(() -> "value")).isEqualTo("value");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void afterABadResultTheInterruptionItselfIsTheCause() {
    Retry picky = builder().retryOnResult("bad"::equals).build();
    time.schedule(Duration.ofSeconds(1), Thread.currentThread()::interrupt);

    assertThat(catchThrowable(() -> picky.call(() -> "bad")))
        .isInstanceOf(CallInterruptedException.class)
        .hasCauseInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  // C85, E31
  @Test
  void anInterruptedTaskIsNotRetriedAndTheFlagIsSetAgain() {
    InterruptedException interruption = new InterruptedException();
    Script task = new Script(time, interruption);

    assertThat(catchThrowable(() -> retry.call(task))).isSameAs(interruption);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(task.runs()).isEqualTo(1);
  }

  @Test
  void anInterruptedTaskAfterAFailureCarriesTheFailure() {
    InterruptedException interruption = new InterruptedException();

    assertThat(catchThrowable(() -> retry.call(new Script(time, failure, interruption))))
        .isSameAs(interruption);
    assertThat(interruption.getSuppressed()).containsExactly(failure);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void theInterruptionOfAnotherThreadThatAFutureReportsLeavesThisOneAlone() {
    CompletionException elsewhere = new CompletionException(new InterruptedException());

    assertThat(catchThrowable(() -> retry.call(new Script(time, elsewhere)))).isSameAs(elsewhere);
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void aTaskThatIsRetriedOnInterruptionBecauseItIsNamedIsTriedAgain() throws Exception {
    Retry naming = builder().retryOn(InterruptedException.class).build();
    Script task = new Script(time, new InterruptedException(), "value");

    assertThat(naming.call(task)).isEqualTo("value");
    assertThat(Thread.interrupted()).isFalse();
  }

  // C86
  @Test
  void anInterruptInAnInnerRetryEndsTheOuterOneToo() {
    assertInterruptEndsBoth(builder().build());
  }

  // C86
  @Test
  void evenOfOneThatRetriesAnyException() {
    assertInterruptEndsBoth(builder().retryOn(Exception.class).build());
  }

  private void assertInterruptEndsBoth(Retry outer) {
    int[] outerAttempts = {0};
    Script task = new Script(time, failure);
    time.schedule(Duration.ofSeconds(1), Thread.currentThread()::interrupt);

    Throwable thrown = catchThrowable(() -> outer.call(() -> {
      outerAttempts[0]++;
      return retry.call(task);
    }));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(thrown).isInstanceOf(CallInterruptedException.class).hasRootCause(failure);
    assertThat(task.runs()).isEqualTo(1);
    assertThat(outerAttempts[0]).isEqualTo(1);
    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(1));
  }

  // Invariant 8 of the field cases: the flag is never set on exit unless somebody outside set it.
  @Test
  void noRetryLeavesTheFlagSetByItself() throws Exception {
    assertThat(retry.call(new Script(time, failure, failure, "value"))).isEqualTo("value");
    assertThat(catchThrowable(() -> retry.call(new Script(time, failure)))).isSameAs(failure);

    assertThat(Thread.interrupted()).isFalse();
  }

  private Retry.Builder builder() {
    return Retry.builder("r").backoff(Backoff.fixed(TEN_SECONDS)).timeSource(time);
  }
}
