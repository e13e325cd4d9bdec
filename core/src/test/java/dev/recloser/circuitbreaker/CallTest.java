package dev.recloser.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class CallTest {
  private final Play play = Play.small();
  private final CircuitBreaker breaker = play.breaker;

  @Test
  void theTasksOwnExceptionArrivesUnchanged() {
    for (Throwable own :
        List.of(new IOException(), new IllegalStateException(), new StackOverflowError())) {
      assertThatThrownBy(() -> breaker.run(() -> sneak(own))).isSameAs(own);
    }
  }

  @SuppressWarnings("unchecked") // To throw anything.
  private static <E extends Throwable> void sneak(Throwable failure) throws E {
    throw (E) failure;
  }

  @Test
  void onlyWhatTheTaskThrowsNeedsHandling() throws Exception {
    String none = breaker.call(() -> "nothing checked");
    Callable<String> callable = () -> "a callable";
    Runnable runnable = () -> {};
    breaker.run(runnable::run);
    assertThat(List.of(none, breaker.call(callable::call)))
        .containsExactly("nothing checked", "a callable");
    try {
      breaker.run(() -> {
        throw new IOException();
      });
    } catch (IOException e) {
      assertThat(breaker.snapshot().failures()).isEqualTo(1);
    }
  }

  @Test
  void onlyARefusalOfThisBreakerTakesTheSecondPath() {
    CircuitBreaker inner = CircuitBreaker.ofDefaults("inner");
    inner.forceOpen();
    assertThatThrownBy(
            () -> breaker.callOrElse(() -> inner.call(() -> "x"), rejection -> "second path"))
        .isInstanceOf(CircuitOpenException.class)
        .hasMessageContaining("inner");
    assertThatThrownBy(() -> breaker.callOrElse(
            () -> {
              throw new IOException("own");
            },
            rejection -> "second path"))
        .hasMessage("own");
    play.calls("FFF").is(State.OPEN);
    assertThat(breaker.callOrElse(() -> "x", rejection -> "second path")).isEqualTo("second path");
  }

  // S004-30, D16
  @Test
  @SuppressWarnings("NullAway") // What is tested.
  void aMissingTaskIsNamed() {
    List<org.assertj.core.api.ThrowableAssert.ThrowingCallable> calls = List.of(
        () -> breaker.call(null),
        () -> breaker.run(null),
        () -> breaker.callAsync(null),
        () -> breaker.callOrElse(null, rejection -> 1));
    for (var call : calls) {
      assertThatThrownBy(call)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("task must not be null, but was null");
    }
    assertThatThrownBy(() -> breaker.callOrElse(() -> 1, null))
        .hasMessage("otherwise must not be null, but was null");
    assertThatThrownBy(() -> breaker.acquire().failed(null))
        .hasMessage("cause must not be null, but was null");
    assertThat(breaker.snapshot().failures()).isZero();
  }

  // S000-1
  @Test
  void theClassCannotBeExtended() {
    assertThat(Modifier.isFinal(CircuitBreaker.class.getModifiers())).isTrue();
  }

  @Nested
  class NestedCalls {

    @Test
    void countAsCallsOfTheirOwnWhileClosed() {
      breaker.call(() -> breaker.call(() -> "x"));
      assertThat(breaker.snapshot().rules().get(0).calls()).isEqualTo(2);
    }

    @Test
    void passUnrecordedWithinAProbe() {
      Play play = Play.with(b -> b.recovery(Recovery.consecutive(2))).cooledDown();
      assertThatThrownBy(() -> play.breaker.run(() -> {
            play.breaker.run(() -> {});
            play.breaker.callOrElse(() -> 1, rejection -> 2);
            throw new IOException("the probe itself");
          }))
          .hasMessage("the probe itself");
      play.is(State.OPEN);
      assertThat(play.breaker.snapshot().failures()).isEqualTo(5);
    }

    @Test
    void ofAnotherThreadDoNot() throws Exception {
      Play play = Play.with(b -> b.recovery(Recovery.consecutive(1))).cooledDown();
      List<String> answers = new ArrayList<>();
      play.breaker.call(() -> {
        Thread other = new Thread(
            () -> answers.add(play.breaker.callOrElse(() -> "passed", rejection -> "refused")));
        other.start();
        other.join();
        return answers;
      });
      assertThat(answers).containsExactly("refused");
    }

    @Test
    void aProbeThatHasEndedLetsNothingMorePass() {
      Play play = Play.with(b -> b.recovery(Recovery.probes(2).failureRate(1))).cooledDown();
      play.breaker.callOrElse(() -> 1, rejection -> 2);
      play.is(State.CLOSED); // Only one of two could still fail.
    }
  }

  @Nested
  class Permits {

    @Test
    void settleOnce() {
      Permit permit = breaker.acquire();
      permit.succeeded();
      permit.close();
      permit.failed(new IOException());
      permit.released();
      assertThat(breaker.snapshot().failures()).isZero();
      assertThat(breaker.snapshot().rules().get(0).calls()).isEqualTo(1);
    }

    @Test
    void closedUnsettledAreFailures() {
      assertThatThrownBy(() -> {
            try (Permit permit = breaker.acquire()) {
              fail();
              permit.succeeded();
            }
          })
          .isInstanceOf(IOException.class);
      assertThat(breaker.snapshot().failures()).isEqualTo(1);
    }

    private static void fail() throws IOException {
      throw new IOException();
    }

    @Test
    void judgeResultsAndCauses() {
      Play play = Play.with(b -> b.failOnResult("bad"::equals).ignore(IOException.class));
      play.breaker.acquire().succeeded("bad");
      play.breaker.acquire().succeeded("good");
      play.breaker.acquire().succeeded();
      play.breaker.acquire().failed(new IOException());
      assertThat(play.breaker.snapshot().failures()).isEqualTo(1);
      assertThat(play.breaker.snapshot().ignored()).isEqualTo(1);
      assertThat(play.breaker.snapshot().rules().get(0).calls()).isEqualTo(3);
    }
  }
}
