package dev.recloser.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.Call;
import dev.recloser.CallInterruptedException;
import dev.recloser.Deadline;
import dev.recloser.time.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that wait for a permit. */
class RateLimiterWaitTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualTimeSource time = new ManualTimeSource();

  @AfterEach
  void clearTheInterruptFlag() {
    Thread.interrupted();
  }

  @Test
  void waitsForExactlyAsLongAsItTakes() {
    RateLimiter limiter = smooth(10, SECOND, SECOND);
    List<Duration> passed = new ArrayList<>();

    for (int i = 0; i < 4; i++) {
      limiter.run(() -> passed.add(time.elapsed()));
    }

    assertThat(passed).extracting(Duration::toMillis).containsExactly(0L, 100L, 200L, 300L);
  }

  // C97, E33: a peer sleeps the whole 5 s before it says no
  @Test
  void aHopelessWaitIsRefusedAtOnceAndConsumesNothing() {
    RateLimiter limiter = smooth(1, Duration.ofSeconds(60), Duration.ofSeconds(5));
    limiter.acquire();

    assertThatThrownBy(limiter::acquire)
        .isInstanceOf(RateLimitedException.class)
        .hasMessage("rate limiter 'r' refused: the wait for a permit would be too long;"
            + " retry after PT1M");
    assertThat(time.elapsed()).isZero();

    time.advance(Duration.ofSeconds(60));
    assertThat(limiter.tryAcquire()).isTrue();
    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(60));
  }

  @Test
  void aWaitAsLongAsTheLongestIsTakenAndNotOneNanosecondMore() {
    RateLimiter limiter = smooth(1, SECOND, Duration.ofMillis(700));
    limiter.acquire();
    time.advance(Duration.ofNanos(299_999_999));
    assertThatThrownBy(limiter::acquire).isInstanceOf(RateLimitedException.class);

    time.advance(Duration.ofNanos(1));
    limiter.acquire();

    assertThat(time.elapsed()).isEqualTo(SECOND);
  }

  @Test
  void aWaitMustEndBeforeTheDeadlineAndNotAtIt() {
    RateLimiter limiter = smooth(1, SECOND, Duration.ofMinutes(1));
    limiter.acquire();

    within(
        SECOND,
        () -> assertThatThrownBy(limiter::acquire)
            .isInstanceOf(RateLimitedException.class)
            .hasMessage("rate limiter 'r' refused: no permit will be free before the deadline;"
                + " retry after PT1S"));
    assertThat(limiter.snapshot().waiting()).isZero();
    within(SECOND.plusNanos(1), limiter::acquire);

    assertThat(time.elapsed()).isEqualTo(SECOND);
  }

  @Test
  void theShorterOfDeadlineAndLongestWaitCounts() {
    RateLimiter limiter = smooth(1, SECOND, Duration.ofMillis(999));
    limiter.acquire();

    within(
        Duration.ofMinutes(1),
        () -> assertThatThrownBy(limiter::acquire).hasMessageContaining("would be too long"));
    within(
        Duration.ZERO,
        () -> assertThatThrownBy(limiter::acquire).hasMessageContaining("before the deadline"));
  }

  @Test
  void aFreePermitIsTakenWhateverTheDeadline() {
    RateLimiter limiter = smooth(1, SECOND, SECOND);

    within(Duration.ZERO, limiter::acquire);

    assertThat(limiter.tryAcquire()).isFalse();
  }

  // C98
  @Test
  void aLongestWaitMayBeHuge() {
    for (Duration longest :
        List.of(Duration.ofNanos(Long.MAX_VALUE), Duration.ofSeconds(Long.MAX_VALUE))) {
      ManualTimeSource fresh = new ManualTimeSource();
      RateLimiter limiter = RateLimiter.builder("r")
          .rate(1, Duration.ofMillis(100))
          .maxWait(longest)
          .timeSource(fresh)
          .build();

      limiter.acquire();
      limiter.acquire();

      assertThat(fresh.elapsed()).isEqualTo(Duration.ofMillis(100));
    }
  }

  // C98, for a wait of centuries: it saturates, and is refused or granted without an overflow
  @Test
  void aLineMayBeLongerThanAnyoneCanWait() {
    RateLimiter limiter =
        smooth(1, Duration.ofSeconds(Long.MAX_VALUE), Duration.ofSeconds(Long.MAX_VALUE));
    limiter.acquire();

    limiter.acquire();
    assertThat(time.elapsed().toDays()).isBetween(6_000L, 7_000L);
    assertThat(limiter.snapshot().retryAfter().toDays()).isBetween(6_000L, 7_000L);
  }

  // E36: a peer's permits stay at -1
  @Test
  void anInterruptedWaitGivesThePermitBack() {
    RateLimiter limiter = smooth(1, SECOND, Duration.ofMinutes(1));
    limiter.acquire();
    time.schedule(Duration.ofMillis(400), Thread.currentThread()::interrupt);

    assertThatThrownBy(() -> limiter.call(() -> "never"))
        .isInstanceOf(CallInterruptedException.class)
        .hasMessage("rate limiter 'r' was interrupted while a call waited")
        .hasCauseInstanceOf(InterruptedException.class);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(time.elapsed()).isEqualTo(Duration.ofMillis(400));
    assertThat(limiter.snapshot())
        .isEqualTo(new RateLimiterSnapshot("r", 0, 0, Duration.ofMillis(600), 0));
    limiter.acquire();
    assertThat(time.elapsed()).isEqualTo(SECOND);
  }

  @Test
  void aThreadThatIsFlaggedAlreadyPassesIfItNeedNotWait() {
    RateLimiter limiter = smooth(1, SECOND, Duration.ofMinutes(1));
    Thread.currentThread().interrupt();

    limiter.acquire();
    assertThatThrownBy(limiter::acquire).isInstanceOf(CallInterruptedException.class);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(limiter.snapshot().waiting()).isZero();
  }

  @Test
  void anInterruptAtTheVeryInstantOfThePermitGivesItBackToo() {
    RateLimiter limiter = smooth(1, SECOND, Duration.ofMinutes(1));
    limiter.acquire();
    time.schedule(SECOND, Thread.currentThread()::interrupt);

    assertThatThrownBy(limiter::acquire).isInstanceOf(CallInterruptedException.class);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(limiter.tryAcquire()).isTrue();
    assertThat(limiter.tryAcquire()).isFalse();
  }

  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void threadsThatReallyWaitPassOneByOne() throws Exception {
    ManualTimeSource standing = ManualTimeSource.blocking();
    RateLimiter limiter = RateLimiter.builder("r")
        .rate(10, SECOND)
        .burst(1)
        .maxWait(SECOND)
        .timeSource(standing)
        .build();
    limiter.acquire();
    List<CompletableFuture<Boolean>> threads = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      threads.add(CompletableFuture.supplyAsync(
          () -> limiter.call(() -> true), task -> new Thread(task).start()));
    }

    for (int i = 5; i > 0; i--) {
      standing.awaitSleepers(i);
      assertThat(limiter.snapshot().waiting()).isEqualTo(i);
      standing.advance(Duration.ofMillis(100));
    }
    for (CompletableFuture<Boolean> thread : threads) {
      assertThat(thread.get()).isTrue();
    }
  }

  private void within(Duration timeout, Runnable action) {
    Call outer = Call.enter(Call.current().within(Deadline.after(timeout, time)));
    try {
      action.run();
    } finally {
      Call.enter(outer);
    }
  }

  private RateLimiter smooth(int permits, Duration per, Duration maxWait) {
    return RateLimiter.builder("r")
        .rate(permits, per)
        .burst(1)
        .maxWait(maxWait)
        .timeSource(time)
        .build();
  }
}
