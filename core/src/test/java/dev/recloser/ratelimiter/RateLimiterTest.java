package dev.recloser.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.recloser.Policy;
import dev.recloser.RejectedException;
import dev.recloser.time.ManualTimeSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Permits that are free or not; nobody waits. The time wraps around one second after each of these tests begins. */
class RateLimiterTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualTimeSource time = new ManualTimeSource();

  @Test
  void refillsSteadilyAfterABurst() {
    Play play = new Play(time, limiter(10, SECOND, 3));

    play.acquire(4); // the burst of three, then one too many
    play.sleepMillis(100).acquire(2); // one interval gives one permit
    play.sleepMillis(1_000).acquire(4); // idle time never saves up more than a burst

    assertThat(play).hasToString("YYYn ~100 Yn ~1000 YYYn");
  }

  // C94
  @Test
  void startsWithAFullBurst() {
    Play play = new Play(time, limiter(3, Duration.ofSeconds(10), 3));

    assertThat(play.acquire(4)).hasToString("YYYn");
  }

  @Test
  void smoothSpacesCallsToTheNanosecond() {
    Play play = new Play(time, limiter(10, SECOND, 1));

    play.acquire(2).sleepNanos(99_999_999).acquire(1).sleepNanos(1).acquire(2);
    play.sleepMillis(60_000).acquire(2);

    assertThat(play).hasToString("Yn ~99999999ns n ~1ns Yn ~60000 Yn");
  }

  // C95
  @Test
  void eachRunsOnATimeOfItsOwn() {
    RateLimiter first = limiter(1, Duration.ofSeconds(10), 1);
    time.advance(Duration.ofSeconds(7));
    RateLimiter second = limiter(1, Duration.ofSeconds(10), 1);
    Play play = new Play(time, second);

    play.acquire(1).sleepMillis(3_000).acquire(1).sleepMillis(7_000).acquire(1);

    assertThat(play).hasToString("Y ~3000 n ~7000 Y");
    assertThat(first.tryAcquire()).isTrue();
  }

  // E35: with fixed cycles of a second, ten calls pass before 1.0 s and ten after it
  @Test
  void letsNoDoubleBurstPassAtABoundary() {
    Play play = new Play(time, limiter(10, SECOND, 10));

    play.sleepMillis(999).acquire(11).sleepMillis(2).acquire(1);
    play.sleepMillis(97).acquire(1).sleepMillis(1).acquire(2);

    assertThat(play).hasToString(" ~999 YYYYYYYYYYn ~2 n ~97 n ~1 Yn");
  }

  // C91
  @Test
  void countsAcrossTheWrapOfTheClock() {
    Play play = new Play(time, limiter(1, Duration.ofSeconds(10), 1));

    play.acquire(1).sleepNanos(9_999_999_999L).acquire(1).sleepNanos(1).acquire(2);

    assertThat(play).hasToString("Y ~9999999999ns n ~1ns Yn");
  }

  @Test
  void takesSeveralPermitsOrNone() {
    Play play = new Play(time, limiter(10, SECOND, 5));

    play.acquireAtOnce(3).acquireAtOnce(3).acquireAtOnce(2).acquireAtOnce(1);
    play.sleepMillis(299).acquireAtOnce(3).sleepMillis(1).acquireAtOnce(3);

    assertThat(play).hasToString("3Y 3n 2Y 1n  ~299 3n  ~1 3Y ");
  }

  // C149, on one node
  @Test
  void neverTakesMoreThanTheBurstAtOnceNotEvenFirst() {
    Play play = new Play(time, limiter(5, SECOND, 5));

    play.acquireAtOnce(6).acquireAtOnce(Integer.MAX_VALUE).acquireAtOnce(5).acquireAtOnce(1);

    assertThat(play).hasToString("6n 2147483647n 5Y 1n ");
    assertThatThrownBy(() -> limiter(5, SECOND, 5).tryAcquire(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("permits must be at least 1, but was 0");
  }

  // E37: 500 ns with 50 permits is what a peer has by default, and so no limit
  @Test
  void aSettingOfManyPermitsInNanosecondsIsALimitToo() {
    Play play = new Play(time, limiter(50, Duration.ofNanos(500), 1));

    play.acquire(2).sleepNanos(9).acquire(1).sleepNanos(1).acquire(2);

    assertThat(play).hasToString("Yn ~9ns n ~1ns Yn");
  }

  @Test
  void isFullAfterYearsOfSilence() {
    RateLimiter limiter = limiter(7, SECOND, 7);
    assertThat(limiter.tryAcquire(7)).isTrue();

    for (int decade = 0; decade < 20; decade++) {
      time.advance(Duration.ofDays(3652));
      assertThat(limiter.snapshot().available()).isEqualTo(7);
      assertThat(limiter.tryAcquire(7)).isTrue();
      assertThat(limiter.tryAcquire()).isFalse();
    }
  }

  @Test
  void refusesWithAnExceptionThatSaysWhoAndWhyAndHowLong() {
    RateLimiter limiter = limiter(10, SECOND, 1);
    limiter.acquire();

    assertThatThrownBy(() -> limiter.call(() -> "never"))
        .isInstanceOf(RateLimitedException.class)
        .isInstanceOf(RejectedException.class)
        .hasMessage("rate limiter 'r' refused: no permit is free; retry after PT0.1S")
        .satisfies(thrown -> {
          RateLimitedException refusal = (RateLimitedException) thrown;
          assertThat(refusal.policyName()).isEqualTo("r");
          assertThat(refusal.reason()).isEqualTo("no permit is free");
          assertThat(refusal.getStackTrace()).isEmpty();
        });
  }

  @Test
  void theExceptionKnowsHowLongToWaitWheneverItIsRead() {
    RateLimiter limiter = limiter(10, SECOND, 1);
    limiter.acquire();
    RateLimitedException refusal = limiter.<RateLimitedException, RuntimeException>callOrElse(
        () -> {
          throw new AssertionError();
        },
        rejection -> rejection);

    assertThat(refusal.retryAfter()).contains(Duration.ofMillis(100));
    time.advance(Duration.ofMillis(60));
    assertThat(refusal.retryAfter()).contains(Duration.ofMillis(40));
    time.advance(Duration.ofNanos(39_999_999));
    assertThat(limiter.tryAcquire()).isFalse();
    assertThat(refusal.retryAfter()).contains(Duration.ofNanos(1));
    time.advance(Duration.ofNanos(1));
    assertThat(refusal.retryAfter()).contains(Duration.ZERO);
    assertThat(limiter.tryAcquire()).isTrue();
  }

  @Test
  void oneExceptionStandsForAllRefusalsButOneCanBeHadThatTakesOthersIn() {
    RateLimiter limiter = limiter(10, SECOND, 1);
    limiter.acquire();
    RateLimitedException first = refusal(limiter);

    assertThat(refusal(limiter)).isSameAs(first);
    RateLimitedException own = first.ofOneCall();
    own.addSuppressed(new IOException());
    assertThat(own.getSuppressed()).hasSize(1);
    assertThat(own).hasMessage(first.getMessage());
    assertThat(own.getStackTrace()).isEmpty();
    assertThat(first.getSuppressed()).isEmpty();
  }

  @Test
  void theExceptionCanBeSent() throws Exception {
    RateLimiter limiter = limiter(10, SECOND, 1);
    limiter.acquire();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(refusal(limiter));
    }

    Object read = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();

    assertThat((RateLimitedException) read)
        .hasMessage("rate limiter 'r' refused: no permit is free")
        .satisfies(sent -> assertThat(sent.retryAfter()).isEmpty());
  }

  @Test
  void letsWhatTheTaskGivesAndThrowsPass() throws IOException {
    RateLimiter limiter = limiter(10, SECOND, 10);
    IOException failure = new IOException();

    assertThat(limiter.<String, IOException>call(() -> "value")).isEqualTo("value");
    assertThat(limiter.<String, IOException>callOrElse(() -> "value", e -> "no"))
        .isEqualTo("value");
    assertThatThrownBy(() -> limiter.run(() -> {
          throw failure;
        }))
        .isSameAs(failure);
    assertThat(limiter.snapshot().available()).isEqualTo(7);
  }

  @Test
  void onlyARefusalTakesTheSecondPath() {
    RateLimiter limiter = limiter(10, SECOND, 1);
    RejectedException inner = refusal(drained());

    assertThatThrownBy(() -> limiter.callOrElse(
            () -> {
              throw inner;
            },
            rejection -> "second"))
        .isSameAs(inner);
    assertThat(limiter.<String, RuntimeException>callOrElse(() -> "first", rejection -> "second"))
        .isEqualTo("second");
  }

  @Test
  void tellsHowItStands() {
    RateLimiter limiter = limiter(10, SECOND, 3);
    assertThat(limiter.snapshot()).isEqualTo(new RateLimiterSnapshot("r", 3, 0, Duration.ZERO, 0));

    new Play(time, limiter).acquire(5).acquireAtOnce(2);

    assertThat(limiter.snapshot())
        .isEqualTo(new RateLimiterSnapshot("r", 0, 0, Duration.ofMillis(100), 3));
    time.advance(Duration.ofMillis(250));
    assertThat(limiter.snapshot()).isEqualTo(new RateLimiterSnapshot("r", 2, 0, Duration.ZERO, 3));
    assertThat((Policy) limiter).hasToString("RateLimiter[r, 10 per PT1S, burst=3]");
  }

  private RateLimiter drained() {
    RateLimiter limiter = limiter(1, SECOND, 1);
    limiter.acquire();
    return limiter;
  }

  private static RateLimitedException refusal(RateLimiter limiter) {
    try {
      limiter.acquire();
      throw new AssertionError("a permit was free");
    } catch (RateLimitedException refusal) {
      return refusal;
    }
  }

  private RateLimiter limiter(int permits, Duration per, int burst) {
    return RateLimiter.builder("r")
        .rate(permits, per)
        .burst(burst)
        .timeSource(time)
        .build();
  }
}
