package dev.recloser.circuitbreaker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.recloser.Backoff;
import dev.recloser.circuitbreaker.CircuitBreaker.State;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.LeaseReclaimed;
import dev.recloser.circuitbreaker.CircuitBreakerEvent.Straggled;
import java.time.Duration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class LeaseTest {
  private static final Duration LEASE = Duration.ofSeconds(3);

  private static Play with(Recovery recovery) {
    return Play.with(b -> b.recovery(recovery)).cooledDown();
  }

  @Nested
  class WithSuccessesInARow {

    private final Play play = with(Recovery.consecutive(2).lease(LEASE));
    private final Permit lost = play.breaker.acquire();

    @Test
    void theSlotIsFreeAtTheEndOfTheLease() {
      play.advance(LEASE.minusNanos(1)).calls("R");
      play.advance(Duration.ofNanos(1))
          .calls("S")
          .is(State.HALF_OPEN)
          .calls("S")
          .is(State.CLOSED);
    }

    @Test
    void theEndOfALeaseAloneMovesNothing() {
      play.advance(LEASE.multipliedBy(100)).is(State.HALF_OPEN);
      assertThat(play.breaker.admits()).isTrue();
      assertThat(play.events(LeaseReclaimed.class)).isEmpty();
    }

    @Test
    void aReportAfterTheSlotWasReclaimedChangesNothing() {
      play.advance(LEASE);
      Permit next = play.breaker.acquire();
      lost.close();
      play.is(State.HALF_OPEN).calls("R");
      assertThat(play.events(Straggled.class)).hasSize(1);
      next.succeeded();
      play.calls("S").is(State.CLOSED);
    }

    @Test
    void aReportAfterTheLeaseButBeforeTheSlotWasReclaimedCounts() {
      play.advance(LEASE.multipliedBy(5));
      lost.succeeded();
      play.is(State.HALF_OPEN).calls("S").is(State.CLOSED);
    }

    @Test
    void eachReclaimedLeaseDoublesTheNext() {
      for (int lease = 3; lease <= 48; lease *= 2) {
        play.advance(Duration.ofSeconds(lease).minusNanos(1))
            .calls("R")
            .advance(Duration.ofNanos(1));
        play.breaker.acquire();
      }
      assertThat(play.events(LeaseReclaimed.class).stream().map(LeaseReclaimed::lease))
          .containsExactly(
              Duration.ofSeconds(3),
              Duration.ofSeconds(6),
              Duration.ofSeconds(12),
              Duration.ofSeconds(24),
              Duration.ofSeconds(48));
    }
  }

  @Nested
  class WithProbes {

    @Test
    void aReclaimedLeaseIsAFailure() {
      Play play = with(Recovery.probes(2).failureRate(1).lease(LEASE));
      play.breaker.acquire();
      play.advance(LEASE.minusNanos(1));
      Permit second = play.breaker.acquire();
      play.calls("R").advance(Duration.ofNanos(1)).calls("R").is(State.HALF_OPEN);
      assertThat(play.breaker.snapshot().probes()).hasValue(new ProbeSnapshot(1, 0, 1, 1, 0));
      second.close();
      play.is(State.OPEN);
    }

    @Test
    void aReclaimedLeaseIsSlowTooIfItLastedSoLong() {
      for (int seconds : new int[] {3, 4}) {
        Play play = Play.with(b -> b.tripWhen(
                    TripRule.failureRate(0.5).minimumCalls(4),
                    TripRule.slowCallRate(0.33, Duration.ofSeconds(4)))
                .recovery(Recovery.probes(6).lease(LEASE)))
            .cooledDown();
        play.breaker.acquire();
        play.breaker.acquire();
        play.calls("SSS").advance(Duration.ofSeconds(seconds)).breaker.admits();
        play.breaker.tryAcquire();
        play.is(seconds == 3 ? State.HALF_OPEN : State.OPEN);
      }
    }

    @Test
    void theAskerIsRefusedIfThatOpensTheBreaker() {
      Play play = with(Recovery.probes(1).lease(LEASE));
      play.breaker.acquire();
      play.advance(LEASE);
      assertThat(play.breaker.admits()).isFalse();
      play.calls("R").is(State.OPEN);
      assertThat(play.breaker.snapshot().retryAfter()).hasValue(Play.COOLDOWN);
    }

    @Test
    void allThatHaveEndedAreReclaimedAtOnce() {
      Play play = with(Recovery.probes(4).failureRate(0.75).lease(LEASE));
      for (int i = 0; i < 3; i++) {
        play.breaker.acquire();
      }
      play.advance(LEASE).calls("R").is(State.OPEN);
      assertThat(play.events(LeaseReclaimed.class)).hasSize(3);
    }

    @Test
    void doublingOutlastsTheNextOpening() {
      Play play = with(Recovery.probes(1).lease(LEASE));
      play.breaker.acquire();
      play.advance(LEASE).calls("R").is(State.OPEN).advance(Play.COOLDOWN);

      Permit slow = play.breaker.acquire();
      play.advance(LEASE.multipliedBy(2).minusNanos(1)).calls("R");
      slow.succeeded();
      play.is(State.CLOSED);

      play.trip().advance(Play.COOLDOWN).breaker.acquire();
      play.advance(LEASE).calls("R").is(State.OPEN); // Closing has ended the doubling.
    }
  }

  @Test
  void theDefaultIsAMinuteOrTheCooldownIfThatIsLonger() {
    Play quick = with(Recovery.consecutive(1));
    quick.breaker.acquire();
    quick
        .advance(Duration.ofSeconds(60).minusNanos(1))
        .calls("R")
        .advance(Duration.ofNanos(1))
        .calls("S");

    Play slow = Play.with(
            b -> b.recovery(Recovery.consecutive(1)).cooldown(Backoff.fixed(Duration.ofMinutes(2))))
        .trip();
    slow.advance(Duration.ofMinutes(2)).breaker.acquire();
    slow.advance(Duration.ofMinutes(2).minusNanos(1))
        .calls("R")
        .advance(Duration.ofNanos(1))
        .calls("S");
  }

  @Test
  void theClassicBreakerLendsASlotForACooldown() {
    Play play = Play.with(
            b -> b.config(CircuitBreakerConfig.ofConsecutiveFailures(4, Duration.ofSeconds(5))))
        .trip();
    play.advanceMillis(5_000).breaker.acquire();
    play.advanceMillis(4_999).calls("R").advanceMillis(1).calls("S").is(State.CLOSED);
  }

  @Test
  void doublingStopsAtAnHour() {
    ProbePlan plan = new ProbePlan(true, 1, LEASE.toNanos(), java.util.List.of(), null, null);
    assertThat(plan.leaseNanos(0)).isEqualTo(LEASE.toNanos());
    assertThat(plan.leaseNanos(10)).isEqualTo(LEASE.toNanos() * 1024);
    for (int doublings : new int[] {11, 40, 62, 63, 64, 65, 1000, Integer.MAX_VALUE}) {
      assertThat(plan.leaseNanos(doublings))
          .as("%d doublings", doublings)
          .isEqualTo(Duration.ofHours(1).toNanos());
    }
    ProbePlan forEver = new ProbePlan(true, 1, Long.MAX_VALUE, java.util.List.of(), null, null);
    assertThat(forEver.leaseNanos(0)).isEqualTo(Long.MAX_VALUE);
    assertThat(forEver.leaseNanos(1)).isEqualTo(Long.MAX_VALUE);
  }
}
