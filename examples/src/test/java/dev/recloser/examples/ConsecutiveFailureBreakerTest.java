package dev.recloser.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreaker;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerConfig;
import dev.recloser.circuitbreaker.CircuitOpenException;
import dev.recloser.circuitbreaker.Permit;
import dev.recloser.circuitbreaker.Recovery;
import dev.recloser.circuitbreaker.TripRule;
import dev.recloser.time.ManualTimeSource;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Document 000: the opt-in consecutive-failure breaker of an SDK's request path. */
class ConsecutiveFailureBreakerTest {
  private static final Duration COOLDOWN = Duration.ofSeconds(30);
  private static final Duration NANO = Duration.ofNanos(1);

  private final IOException down = new IOException("down");
  private final ManualTimeSource time = new ManualTimeSource();
  private final Dependency remote = new Dependency();
  private final CircuitBreaker breaker = Classic.breaker(5, COOLDOWN, time);

  @Test // S000-1
  void itCannotBeSubclassed() {
    assertThat(CircuitBreaker.class).isPublic();
    assertThat(Modifier.isFinal(CircuitBreaker.class.getModifiers())).isTrue();
  }

  @Test // S000-35
  void itsStatesAreANestedEnum() {
    assertThat(State.class.isEnum()).isTrue();
    assertThat(State.class.getDeclaringClass()).isEqualTo(CircuitBreaker.class);
    assertThat(State.values()).contains(State.CLOSED, State.OPEN, State.HALF_OPEN);
  }

  @Test // S000-5
  void twoNumbersSufficeToMakeOne() {
    CircuitBreakerConfig config =
        CircuitBreaker.ofConsecutiveFailures("remote", 5, COOLDOWN).config();

    assertThat(config.tripRules()).containsExactly(TripRule.consecutiveFailures(5));
    assertThat(config.cooldown()).isEqualTo(Backoff.fixed(COOLDOWN));
    assertThat(config.recovery()).isEqualTo(Recovery.consecutive(1).lease(COOLDOWN));
  }

  @Nested
  class Closed {

    @Test // S000-8
    void requestsFlowThrough() {
      for (int i = 0; i < 1000; i++) {
        assertThat(breaker.call(remote::answer)).isEqualTo(Dependency.ANSWER);
      }

      assertThat(remote.calls()).isEqualTo(1000);
      assertThat(breaker.state()).isEqualTo(State.CLOSED);
    }

    @Test // S000-2
    void itTripsOnFailuresInARowAndNotOnARate() {
      remote.play(breaker, "FFFFSFFFF"); // 8 of 9 failed
      assertThat(breaker.state()).isEqualTo(State.CLOSED);

      remote.play(breaker, "F");
      assertThat(breaker.state()).isEqualTo(State.OPEN);
    }

    @Test // S000-13, S000-47
    void theNthFailureOpensAndNotTheOneAfter() {
      remote.play(breaker, "FFFF");
      assertThat(breaker.state()).isEqualTo(State.CLOSED);

      breaker.acquire().failed(down);
      assertThat(breaker.state()).isEqualTo(State.OPEN);
    }

    @Test // S000-14, S000-44
    void aSuccessBetweenFailuresResetsTheCount() {
      remote.play(breaker, "FFFF");
      breaker.acquire().succeeded();
      assertThat(Classic.run(breaker)).isZero();

      remote.play(breaker, "FFFF");
      assertThat(breaker.state()).isEqualTo(State.CLOSED);
      assertThat(Classic.run(breaker)).isEqualTo(4);
    }
  }

  @Nested
  class Open {

    @Test // S000-15, S000-43
    void everyRequestIsRejectedAtOnce() {
      remote.play(breaker, "FFFFF");

      assertThatThrownBy(() -> breaker.call(remote::answer))
          .isInstanceOf(CircuitOpenException.class);
      assertThatThrownBy(breaker::acquire).isInstanceOf(CircuitOpenException.class);
      CompletableFuture<String> later =
          breaker.callAsync(() -> CompletableFuture.completedFuture(remote.answer()));
      assertThatThrownBy(later::get)
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(CircuitOpenException.class);
      assertThat(remote.calls()).isEqualTo(5);
    }

    @Test // S000-17
    void itLastsUntilTheCooldownHasElapsed() {
      remote.play(breaker, "FFFFF");
      time.advance(COOLDOWN.minus(NANO));
      assertThatThrownBy(breaker::acquire).isInstanceOf(CircuitOpenException.class);

      time.advance(NANO);
      assertThat(breaker.call(remote::answer)).isEqualTo(Dependency.ANSWER);
    }

    @Test // S000-18, S000-46
    void theSuccessOfAStragglerDoesNotClose() {
      Permit straggler = breaker.acquire();
      remote.play(breaker, "FFFFF");
      straggler.succeeded();

      assertThat(breaker.state()).isEqualTo(State.OPEN);
      time.advance(COOLDOWN.minus(NANO));
      assertThat(breaker.tryAcquire()).isEmpty();
      assertThat(breaker.snapshot().stragglers()).isEqualTo(1);
    }

    @Test // S000-19, S000-49
    void theFailureOfAStragglerDoesNotExtendTheCooldown() {
      Permit straggler = breaker.acquire();
      remote.play(breaker, "FFFFF");
      time.advance(COOLDOWN.minusSeconds(1));
      straggler.failed(down);

      time.advance(Duration.ofSeconds(1).minus(NANO));
      assertThat(breaker.tryAcquire()).isEmpty();
      time.advance(NANO);
      assertThat(breaker.tryAcquire()).isPresent();
    }

    @Test // S000-52
    void anElapsedCooldownIsOpenUntilTheNextAcquire() {
      remote.play(breaker, "FFFFF");
      time.advance(COOLDOWN);
      assertThat(breaker.state()).isEqualTo(State.OPEN);

      Permit probe = breaker.acquire();
      assertThat(breaker.state()).isEqualTo(State.HALF_OPEN);
      probe.succeeded();
    }
  }

  @Nested
  class HalfOpen {

    @Test // S000-21
    void itAdmitsASingleProbe() {
      openAndCoolDown();

      assertThat(breaker.tryAcquire()).isPresent();
      assertThat(breaker.tryAcquire()).isEmpty();
    }

    @Test // S000-22, S000-43
    void furtherRequestsAreRejectedWhileTheProbeIsPending() {
      openAndCoolDown();
      Permit probe = breaker.acquire();
      int before = remote.calls();

      assertThatThrownBy(breaker::acquire).isInstanceOf(CircuitOpenException.class);
      assertThatThrownBy(() -> breaker.call(remote::answer))
          .isInstanceOf(CircuitOpenException.class);
      assertThat(remote.calls()).isEqualTo(before);
      probe.succeeded();
    }

    @Test // S000-20
    void aStragglerFromBeforeTheTripDoesNothing() {
      Permit good = breaker.acquire();
      Permit bad = breaker.acquire();
      openAndCoolDown();
      Permit probe = breaker.acquire();

      good.succeeded();
      bad.failed(down);
      assertThat(breaker.state()).isEqualTo(State.HALF_OPEN);
      assertThat(breaker.tryAcquire()).isEmpty();
      probe.succeeded();
      assertThat(breaker.state()).isEqualTo(State.CLOSED);
    }

    @Test // S000-23
    void aProbeSlotExpiresAfterAnotherCooldown() {
      openAndCoolDown();
      Permit lost = breaker.acquire();
      time.advance(COOLDOWN.minus(NANO));
      assertThat(breaker.tryAcquire()).isEmpty();

      time.advance(NANO);
      assertThat(breaker.tryAcquire()).isPresent().get().isNotSameAs(lost);
    }

    @Test // S000-24
    void aProbeThatDiesWithoutReportingCannotWedgeTheBreaker() {
      openAndCoolDown();
      assertThat(breaker.tryAcquire()).isPresent(); // and is lost
      time.advance(COOLDOWN);

      breaker.acquire().succeeded();
      assertThat(breaker.state()).isEqualTo(State.CLOSED);
    }

    @Test // S000-25
    void neitherTheExpiryOfASlotNorItsLateReportMovesTheState() {
      openAndCoolDown();
      Permit expired = breaker.acquire();
      time.advance(COOLDOWN);
      assertThat(breaker.state()).isEqualTo(State.HALF_OPEN);

      Permit probe = breaker.acquire();
      expired.succeeded();
      assertThat(breaker.state()).isEqualTo(State.HALF_OPEN);
      probe.succeeded();
      assertThat(breaker.state()).isEqualTo(State.CLOSED);
    }

    @Test // S000-26, S000-45
    void aSuccessfulProbeCloses() {
      openAndCoolDown();
      breaker.acquire().succeeded();

      assertThat(breaker.state()).isEqualTo(State.CLOSED);
      assertThat(Classic.run(breaker)).isZero();
    }

    @Test // S000-27, S000-48
    void aFailedProbeReopensForAFreshCooldownFromThatFailure() {
      openAndCoolDown();
      Permit probe = breaker.acquire();
      time.advance(Duration.ofSeconds(7));
      probe.failed(down);
      assertThat(breaker.state()).isEqualTo(State.OPEN);

      time.advance(COOLDOWN.minus(NANO));
      assertThat(breaker.tryAcquire()).isEmpty();
      time.advance(NANO);
      assertThat(breaker.tryAcquire()).isPresent();
    }
  }

  private void openAndCoolDown() {
    remote.play(breaker, "FFFFF");
    time.advance(COOLDOWN);
  }
}
