package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.Backoff;
import dev.recloser.CheckedSupplier;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerConfig;
import dev.recloser.circuitbreaker.CircuitOpenException;
import dev.recloser.circuitbreaker.Permit;
import dev.recloser.circuitbreaker.Recovery;
import dev.recloser.retry.Retry;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** Document 004: its CircuitBreaker, and both of its utilities around any task. */
class RetryAndBreakerTest {
  private static final Duration COOLDOWN = Duration.ofSeconds(30);

  private final ManualTimeSource time = new ManualTimeSource();
  private final Dependency remote = new Dependency();

  // S004-33, S004-43: failureThreshold 5, successThreshold 1, cooldownMs 30,000
  private final CircuitBreaker breaker = Classic.breaker(5, COOLDOWN, time);
  private final Retry retry = Retry.builder("remote").timeSource(time).build();

  @Test // S004-5, S004-33, S004-36, S004-37
  void itOpensAfterFailuresInARowProbesAfterACooldownAndCloses() {
    remote.play(breaker, "FFFF");
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
    remote.play(breaker, "F");
    assertThat(breaker.state()).isEqualTo(State.OPEN);

    time.advance(COOLDOWN.minusNanos(1));
    assertThat(breaker.tryAcquire()).isEmpty();
    time.advance(Duration.ofNanos(1));
    Permit probe = breaker.acquire();
    assertThat(breaker.tryAcquire()).isEmpty();
    probe.succeeded();
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
  }

  @Test // S004-3
  void theyWrapCallablesAndRunnablesHeldInAVariable() throws Exception {
    Callable<String> callable = remote::answer;
    Runnable runnable = remote::answer;

    assertThat(retry.call(callable::call)).isEqualTo(Dependency.ANSWER);
    assertThat(breaker.call(callable::call)).isEqualTo(Dependency.ANSWER);
    retry.run(runnable::run);
    breaker.run(runnable::run);
    assertThat(remote.calls()).isEqualTo(4);
  }

  @Test // S004-7: one package there, a package a policy here
  void eachPolicyHasItsPackage() {
    assertThat(Retry.class.getPackageName()).isEqualTo("dev.recloser.retry");
    assertThat(CircuitBreaker.class.getPackageName()).isEqualTo("dev.recloser.circuitbreaker");
  }

  @Test // S004-13, S004-17, S004-34
  void bothReturnTheValueOfTheTask() {
    assertThat(retry.call(remote::answer)).isEqualTo(Dependency.ANSWER);
    assertThat(breaker.call(remote::answer)).isEqualTo(Dependency.ANSWER);
  }

  @Test // S004-35
  void whenOpenTheCallerFallsBackInTheCatch() {
    remote.play(breaker, "FFFFF");

    String result;
    try {
      result = breaker.call(remote::answer);
    } catch (CircuitOpenException e) {
      result = "fallback, retry after " + e.retryAfter().orElseThrow();
    }
    assertThat(result).isEqualTo("fallback, retry after PT30S");
  }

  @Test // S004-39
  void callsBesideTheProbeAreRejectedAsOpen() {
    remote.play(breaker, "FFFFF");
    time.advance(COOLDOWN);
    Permit probe = breaker.acquire();

    assertThatThrownBy(() -> breaker.call(remote::answer))
        .isInstanceOfSatisfying(
            CircuitOpenException.class,
            refusal -> assertThat(refusal.state()).isEqualTo(State.HALF_OPEN));
    probe.released();
  }

  @Test // S004-40, S004-41
  void furtherProbesAreAdmittedAtOnceUntilEnoughHaveSucceeded() {
    CircuitBreaker three = withSuccessThreshold(3);
    remote.play(three, "FFFFF");
    time.advance(COOLDOWN);

    remote.play(three, "SS");
    assertThat(three.state()).isEqualTo(State.HALF_OPEN);
    remote.play(three, "S");
    assertThat(three.state()).isEqualTo(State.CLOSED);
    assertThat(time.elapsed()).isEqualTo(COOLDOWN);
  }

  @Test // S004-42
  void anyFailureHalfOpenReopens() {
    CircuitBreaker three = withSuccessThreshold(3);
    remote.play(three, "FFFFF");
    time.advance(COOLDOWN);

    remote.play(three, "SSF");
    assertThat(three.state()).isEqualTo(State.OPEN);
  }

  @Test // S004-45
  void aSingleSuccessClearsTheFailures() {
    remote.play(breaker, "FFFFSFFFF");

    assertThat(breaker.state()).isEqualTo(State.CLOSED);
  }

  @Test // S004-44: settings given with the call are a breaker built with them
  void theSettingsAreThoseTheBreakerWasBuiltWith() {
    CircuitBreakerConfig config = Classic.config(2, Duration.ofSeconds(1), time);
    CircuitBreaker built = CircuitBreaker.of("remote", config);
    remote.play(built, "FF");

    assertThat(built.state()).isEqualTo(State.OPEN);
    assertThat(built.config()).isEqualTo(config);
  }

  @Test // S004-44: and given with a later call they are a change of settings
  void aLaterChangeKeepsStateAndCounts() {
    remote.play(breaker, "FFFF");
    Duration shorter = Duration.ofSeconds(1);
    breaker.reconfigure(breaker.config().toBuilder()
        .cooldown(Backoff.fixed(shorter))
        .recovery(Recovery.consecutive(2))
        .build());
    assertThat(Classic.run(breaker)).isEqualTo(4);

    remote.play(breaker, "F");
    assertThat(breaker.state()).isEqualTo(State.OPEN);
    time.advance(shorter);
    remote.play(breaker, "S");
    assertThat(breaker.state()).isEqualTo(State.HALF_OPEN);

    breaker.reconfigure(Classic.config(5, COOLDOWN, time));
    assertThat(breaker.state()).isEqualTo(State.HALF_OPEN);
    remote.play(breaker, "S");
    assertThat(breaker.state()).isEqualTo(State.CLOSED);
  }

  @Test // S004-48
  void eachDependencyHasItsOwnInstance() {
    CircuitBreaker mail = CircuitBreaker.of("mail", breaker.config());
    CircuitBreaker push = CircuitBreaker.of("push", breaker.config());
    remote.play(mail, "FFFFF");

    assertThat(mail.state()).isEqualTo(State.OPEN);
    remote.play(push, "S");
    assertThat(push.state()).isEqualTo(State.CLOSED);
    assertThat(Classic.run(push)).isZero();
  }

  @Test // S004-49
  void theTasksOwnExceptionPassesThroughUnchanged() {
    IOException own = new IOException("down");

    assertThatThrownBy(() -> breaker.run(() -> {
          throw own;
        }))
        .isSameAs(own)
        .hasNoSuppressedExceptions();
  }

  @Test // S004-53: a Pipeline comes next; this is what a component of one's own looks like without
  void thePrimitivesComposeIntoAComponent() {
    Guard guard = new Guard(retry, breaker);

    assertThatThrownBy(() -> guard.call(remote::fail)).isInstanceOf(IOException.class);
    assertThat(remote.calls()).isEqualTo(3);
    assertThatThrownBy(() -> guard.call(remote::fail)).isInstanceOf(CircuitOpenException.class);
    assertThat(remote.calls()).isEqualTo(5);

    time.advance(COOLDOWN);
    assertThat(guard.call(remote::answer)).isEqualTo(Dependency.ANSWER);
  }

  private record Guard(Retry retry, CircuitBreaker breaker) {

    <T, E extends Exception> T call(CheckedSupplier<T, E> task) throws E {
      return retry.call(() -> breaker.call(task));
    }
  }

  private CircuitBreaker withSuccessThreshold(int successes) {
    return CircuitBreaker.of(
        "remote",
        breaker.config().toBuilder().recovery(Recovery.consecutive(successes)).build());
  }
}
