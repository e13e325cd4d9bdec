package dev.recloser.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.circuitbreaker.CircuitBreaker.State;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever becomes of a probe, a healthy dependency gets the breaker to close. */
class RecoveryFromAnythingTest {

  static Stream<Recovery> recoveries() {
    return Stream.of(
        Recovery.consecutive(1),
        Recovery.consecutive(3),
        Recovery.probes(1),
        Recovery.probes(5),
        Recovery.probes(2).failureRate(1),
        Recovery.consecutive(2).lease(Duration.ofMillis(1)),
        Recovery.probes(3).lease(Duration.ofMillis(1)));
  }

  private static Play with(Recovery recovery) {
    return with(recovery, settings -> settings);
  }

  private static Play with(Recovery recovery, UnaryOperator<CircuitBreaker.Builder> settings) {
    return Play.with(b -> settings.apply(b.recovery(recovery))).cooledDown();
  }

  @ParameterizedTest
  @MethodSource("recoveries")
  void fromAProbeThatTakesLongerThanItsLease(Recovery recovery) {
    Play play = with(recovery);
    // Each call takes five minutes, while others ask every minute; leases double until they are
    // long enough.
    for (int i = 0; i < 200 && play.breaker.state() != State.CLOSED; i++) {
      play.breaker.tryAcquire().ifPresent(slow -> {
        for (int minute = 0; minute < 5; minute++) {
          play.advance(Duration.ofMinutes(1)).breaker.tryAcquire().ifPresent(Permit::released);
        }
        slow.succeeded();
      });
      play.advance(Duration.ofMinutes(1));
    }
    play.is(State.CLOSED);
  }

  @ParameterizedTest
  @MethodSource("recoveries")
  void fromANestedCallOfTheSameBreaker(Recovery recovery) {
    Play play = with(recovery);
    String answer =
        play.breaker.call(() -> play.breaker.call(() -> play.breaker.call(() -> "answer")));
    assertThat(answer).isEqualTo("answer");
    play.recovers();
  }

  @ParameterizedTest
  @MethodSource("recoveries")
  void fromALostPermit(Recovery recovery) {
    Play play = with(recovery);
    while (play.breaker.tryAcquire().isPresent()) {
      play.advanceMillis(0);
    }
    play.recovers();
  }

  @ParameterizedTest
  @MethodSource("recoveries")
  void fromAStageThatNeverCompletes(Recovery recovery) {
    Play play = with(recovery);
    var never = play.breaker.callAsync(() -> new CompletableFuture<String>());
    play.recovers();
    assertThat(never).isNotDone();
  }

  // E2, E3
  @ParameterizedTest
  @MethodSource("recoveries")
  void fromAnErrorInAProbe(Recovery recovery) {
    Play play = with(recovery);
    for (int i = 0; i < 10; i++) {
      assertThatThrownBy(() -> play.breaker.run(() -> recurse(1)))
          .isInstanceOf(StackOverflowError.class);
      assertThat(play.breaker.callAsync(() -> CompletableFuture.failedFuture(new AssertionError())))
          .isCompletedExceptionally();
    }
    play.is(State.HALF_OPEN).recovers();
  }

  // E7, E8, C02
  @ParameterizedTest
  @MethodSource("recoveries")
  void fromAClassifierThatThrows(Recovery recovery) {
    boolean[] broken = {false};
    Play play = with(
        recovery,
        b -> b.failOnResult(result -> broken[0] && blowUp())
            .ignore(failure -> broken[0] && blowUp())
            .failOn(failure -> !broken[0] || blowUp()));
    IOException own = new IOException("own");
    broken[0] = true;
    assertThat(play.breaker.<String, RuntimeException>call(() -> "own result"))
        .isEqualTo("own result");
    play.advance(Duration.ofHours(2));
    assertThatThrownBy(() -> play.breaker.run(() -> {
          throw own;
        }))
        .isSameAs(own);
    assertThat(play.events(CircuitBreakerEvent.CallbackFailed.class)).hasSize(2);
    broken[0] = false;
    play.recovers();
  }

  // C133
  @ParameterizedTest
  @MethodSource("recoveries")
  void fromAListenerThatThrows(Recovery recovery) {
    Play play = with(recovery);
    play.breaker.onEvent(event -> {
      throw new StackOverflowError("listener");
    });
    play.recovers();
    assertThat(play.path()).containsExactly(State.OPEN, State.HALF_OPEN, State.CLOSED);
  }

  @ParameterizedTest
  @MethodSource("recoveries")
  void fromATripRuleThatThrows(Recovery recovery) {
    Play play =
        with(recovery, b -> b.tripWhen(TripRule.consecutiveFailures(4), now -> blowUpRule()));
    play.recovers();
    play.calls("S FFFF").is(State.OPEN);
  }

  @ParameterizedTest
  @MethodSource("recoveries")
  void fromAnyNumberOfBadProbes(Recovery recovery) {
    Play play = with(recovery);
    for (String letter : List.of("F", "X", "S", "F", "X", "X", "F")) {
      if (play.breaker.admits()) {
        play.calls(letter);
      }
      play.advance(Duration.ofMinutes(1));
    }
    play.recovers();
  }

  private static int recurse(int depth) {
    return depth == 0 ? 0 : recurse(depth + 1) + 1;
  }

  private static boolean blowUp() {
    throw new NoClassDefFoundError("classifier");
  }

  private static RuleWindow blowUpRule() {
    throw new IllegalStateException("rule");
  }
}
